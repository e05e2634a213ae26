import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { PartnerNoticeList } from "#components/notices/notice-list.tsx";
import { partnerNoticeParsers, partnerNoticesQuery } from "#components/notices/queries.ts";

export const generateMetadata = titled("notices.title");

export default async function NoticesPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "owner");
  const t = await getTranslations("notices.team");
  await prefetch(ctx, partnerNoticesQuery(await readFilters(partnerNoticeParsers, searchParams)));
  return (
    <Prefetched areas={["notices", "shell"]}>
      <p className="mb-4 text-muted-foreground">{t("description")}</p>
      <PartnerNoticeList />
    </Prefetched>
  );
}

import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { requireStaff } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { NoticeList } from "#components/notices/notice-list.tsx";
import { noticeParsers, noticesQuery } from "#components/notices/queries.ts";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("notices.title");

export default async function NoticesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const t = await getTranslations("notices");
  const asked = await readFilters(noticeParsers, searchParams);
  await prefetch(ctx, noticesQuery(asked));
  return (
    <Prefetched areas={["notices", "shell"]}>
      <PageHeader title={t("title")} description={t("description")} />
      <NoticeList />
    </Prefetched>
  );
}

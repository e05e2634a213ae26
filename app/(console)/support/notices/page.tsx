import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requireStaff } from "#app/_session/session.ts";
import { NoticeList } from "#components/console/notices/notice-list.tsx";
import { noticeParsers, noticesQuery } from "#components/console/notices/queries.ts";
import { Prefetched, known } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { list, noticeListQuery } from "#lib/delivery/notices/list.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("notices"))("title") };
}

export default async function NoticesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const t = await getTranslations("notices");
  const { asked, query } = await readList(noticeParsers, noticeListQuery, searchParams);
  return (
    <Prefetched areas={["notices", "shell"]} queries={[known(noticesQuery(asked), list(ctx, query))]}>
      <PageHeader title={t("title")} description={t("description")} />
      <NoticeList />
    </Prefetched>
  );
}

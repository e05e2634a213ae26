import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requireStaff } from "#app/_session/session.ts";
import { staffQuery } from "#components/console/queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { StaffList } from "#components/users/user-list.tsx";
import { listStaff } from "#lib/account/users/list.ts";
import { keyset } from "#lib/platform/lists/portal-lists.ts";
import { sendsMail } from "#lib/platform/mail/mail.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("users.staff"))("title") };
}

export default async function StaffPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("administrator");
  const t = await getTranslations("users.staff");
  const { asked, query } = await readList({}, keyset, searchParams);
  return (
    <Prefetched areas={["users", "shell"]} queries={[known(staffQuery(asked), listStaff(ctx, query))]}>
      <PageHeader title={t("title")} />
      <StaffList ownId={ctx.user.id} sendsMail={sendsMail} />
    </Prefetched>
  );
}

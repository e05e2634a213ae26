import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requireStaff } from "#app/_session/session.ts";
import { usersQuery } from "#components/console/queries.ts";
import { UserList } from "#components/console/users/user-list.tsx";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { keyset } from "#lib/lists/portal-lists.ts";
import { listUsers } from "#lib/users/administration.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("users.staff"))("title") };
}

export default async function StaffPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const t = await getTranslations("users.staff");
  const { asked, query } = await readList({}, keyset, searchParams);
  return (
    <Prefetched areas={["users", "shell"]} queries={[known(usersQuery(null, asked), listUsers(ctx, null, query))]}>
      <PageHeader title={t("title")} />
      <UserList partnerId={null} ownId={ctx.user.id} />
    </Prefetched>
  );
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requirePartner } from "#app/_session/session.ts";
import { teamQuery } from "#components/console/queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { TeamList } from "#components/users/user-list.tsx";
import { listTeam } from "#lib/account/users/list.ts";
import { asTeamOwner } from "#lib/account/users/roles.ts";
import { keyset } from "#lib/platform/lists/portal-lists.ts";
import { sendsMail } from "#lib/platform/mail/mail.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("users.team"))("title") };
}

export default async function TeamPage({
  params,
  searchParams,
}: {
  params: Promise<{ environment: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const ctx = await requirePartner((await params).environment, "owner");
  const { asked, query } = await readList({}, keyset, searchParams);
  return (
    <Prefetched areas={["users", "shell"]} queries={[known(teamQuery(asked), listTeam(asTeamOwner({ ...ctx, now: ctx.realTime }), query))]}>
      <TeamList ownId={ctx.user.id} sendsMail={sendsMail} />
    </Prefetched>
  );
}

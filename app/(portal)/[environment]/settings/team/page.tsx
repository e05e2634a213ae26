import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { teamQuery } from "#components/console/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { TeamList } from "#components/users/user-list.tsx";
import { sendsMail } from "#lib/platform/mail/mail.ts";

export const generateMetadata = titled("users.team.title");

export default async function TeamPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "owner");
  await prefetch(ctx, teamQuery(await readFilters({}, searchParams)));
  return (
    <Prefetched areas={["users", "shell"]}>
      <TeamList ownId={ctx.user.id} sendsMail={sendsMail()} />
    </Prefetched>
  );
}

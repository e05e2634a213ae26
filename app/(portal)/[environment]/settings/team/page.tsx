import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readFilters } from "#app/_session/read-filters.ts";
import { requirePartner } from "#app/_session/session.ts";
import { teamQuery } from "#components/console/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { TeamList } from "#components/users/user-list.tsx";
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
  await prefetch(ctx, teamQuery(await readFilters({}, searchParams)));
  return (
    <Prefetched areas={["users", "shell"]}>
      <TeamList ownId={ctx.user.id} sendsMail={sendsMail} />
    </Prefetched>
  );
}

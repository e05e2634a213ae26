import type { Metadata } from "next";
import { createLoader } from "nuqs/server";
import type { SearchParams } from "nuqs/server";
import { orNotFound, requireStaff } from "#app/_session/session.ts";
import { readFilters } from "#app/_session/titled.ts";
import { PartnerDetail } from "#components/console/partners/partner-detail.tsx";
import { partnerKeysAsked, partnerKeysQuery, partnerQuery, partnerTab, tariffsQuery, usersQuery } from "#components/console/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { partnerRentersQuery, renterParsers } from "#components/renters/queries.ts";
import { environments } from "#lib/platform/environments.ts";
import { sendsMail } from "#lib/platform/mail/mail.ts";

interface Props {
  params: Promise<{ partnerId: string }>;
  searchParams: Promise<SearchParams>;
}

const loadTab = createLoader(partnerTab);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ name }] = await prefetch(await requireStaff("support"), partnerQuery((await params).partnerId)).catch(orNotFound);
  return { title: name };
}

export default async function PartnerPage({ params, searchParams }: Props) {
  const ctx = await requireStaff("support");
  const { partnerId: id } = await params;
  const keys = environments.flatMap((environment) => [
    partnerKeysQuery(partnerKeysAsked(id, environment, "working")),
    partnerKeysQuery(partnerKeysAsked(id, environment, "past")),
  ]);
  await prefetch(ctx, partnerQuery(id), tariffsQuery, ...keys, ...(await openList(id, searchParams))).catch(orNotFound);
  return (
    <Prefetched areas={["partners", "keys", "users", "companies", "readiness", "shell"]}>
      <PartnerDetail partnerId={id} sendsMail={sendsMail()} />
    </Prefetched>
  );
}

/** The query of the list of the open tab; the cursor in the address belongs to that list. */
async function openList(partnerId: string, searchParams: Props["searchParams"]) {
  const { tab } = await loadTab(searchParams);
  if (tab === "users") return [usersQuery(partnerId, await readFilters({}, searchParams))];
  if (tab === "renters") return [partnerRentersQuery(partnerId, await readFilters(renterParsers, searchParams))];
  return [];
}

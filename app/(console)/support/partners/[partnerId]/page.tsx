import type { Metadata } from "next";
import { createLoader } from "nuqs/server";
import type { SearchParams } from "nuqs/server";
import { cache } from "react";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { readList } from "#app/_session/read-list.ts";
import { requireStaff } from "#app/_session/session.ts";
import { PartnerDetail } from "#components/console/partners/partner-detail.tsx";
import { partnerKeysAsked, partnerKeysQuery, partnerQuery, partnerTab, tariffsQuery, usersQuery } from "#components/console/queries.ts";
import { partnerRentersQuery, renterParsers } from "#components/console/renters/renter-queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { listForSupport } from "#lib/account/keys/list.ts";
import { read } from "#lib/account/partners/list.ts";
import { listUsers } from "#lib/account/users/list.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { list as listTariffs } from "#lib/insurance/prices/create.ts";
import { listOfPartner } from "#lib/insurance/renters/list.ts";
import { renterListQuery } from "#lib/insurance/renters/schema.ts";
import { environments } from "#lib/platform/environments.ts";
import { keyset } from "#lib/platform/lists/portal-lists.ts";
import { sendsMail } from "#lib/platform/mail/mail.ts";

interface Props {
  params: Promise<{ partnerId: string }>;
  searchParams: Promise<SearchParams>;
}

const loadTab = createLoader(partnerTab);
const readPartner = cache(async (partnerId: string) => read(await requireStaff("support"), partnerId).catch(orNotFound));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readPartner((await params).partnerId)).name };
}

export default async function PartnerPage({ params, searchParams }: Props) {
  const ctx = await requireStaff("support");
  const partner = await readPartner((await params).partnerId);
  const { id } = partner;
  const openList = await readOpenList(ctx, id, searchParams);
  const keys = environments.flatMap((environment) => [
    partnerKeysAsked(id, environment, "working"),
    partnerKeysAsked(id, environment, "past"),
  ]);
  return (
    <Prefetched
      areas={["partners", "keys", "users", "companies", "readiness", "shell"]}
      queries={[
        known(partnerQuery(id), Promise.resolve(partner)),
        ...keys.map((asked) => known(partnerKeysQuery(asked), listForSupport(ctx, asked))),
        known(tariffsQuery, listTariffs(ctx)),
        ...openList,
      ]}
    >
      <PartnerDetail partnerId={id} sendsMail={sendsMail} />
    </Prefetched>
  );
}

/** Reads the list of the open tab; the cursor in the address belongs to that list. */
async function readOpenList(ctx: SupportContext, partnerId: string, searchParams: Props["searchParams"]) {
  const { tab } = await loadTab(searchParams);
  if (tab === "users") {
    const { asked, query } = await readList({}, keyset, searchParams);
    return [known(usersQuery(partnerId, asked), listUsers(ctx, partnerId, query))];
  }
  if (tab === "renters") {
    const { asked, query } = await readList(renterParsers, renterListQuery, searchParams);
    return [known(partnerRentersQuery(partnerId, asked), listOfPartner(ctx, partnerId, query))];
  }
  return [];
}

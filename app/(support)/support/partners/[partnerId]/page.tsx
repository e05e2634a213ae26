import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { cache } from "react";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { readList } from "#app/_session/read-list.ts";
import { requireStaff } from "#app/_session/session.ts";
import { known, Prefetched } from "#components/portal/prefetched.tsx";
import { PartnerDetail } from "#components/support/partner-detail.tsx";
import { partnerKeysAsked, partnerKeysQuery, partnerQuery, tariffsQuery, usersQuery } from "#components/support/queries.ts";
import { partnerRentersQuery, renterFilters } from "#components/support/renter-queries.ts";
import { listForSupport } from "#lib/keys/list-for-support.ts";
import { read } from "#lib/partners/read.ts";
import { environments } from "#lib/partners/schema.ts";
import { keyset } from "#lib/portal-lists.ts";
import { listOfPartner } from "#lib/renters/list-of-partner.ts";
import { renterListQuery } from "#lib/renters/schema.ts";
import { list as listTariffs } from "#lib/tariffs/list.ts";
import { listUsers } from "#lib/users/list.ts";

interface Props {
  params: Promise<{ partnerId: string }>;
  searchParams: Promise<SearchParams>;
}

const readPartner = cache(async (partnerId: string) => read(await requireStaff("support"), partnerId).catch(orNotFound));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readPartner((await params).partnerId)).name };
}

export default async function PartnerPage({ params, searchParams }: Props) {
  const ctx = await requireStaff("support");
  const partner = await readPartner((await params).partnerId);
  const { id } = partner;
  const [renters, users] = await Promise.all([readList(renterFilters, renterListQuery, searchParams), readList({}, keyset, searchParams)]);
  const keys = environments.flatMap((environment) => [
    partnerKeysAsked(id, environment, "working"),
    partnerKeysAsked(id, environment, "past"),
  ]);
  return (
    <Prefetched
      areas={["partners", "users", "companies", "shell"]}
      queries={[
        known(partnerQuery(id), Promise.resolve(partner)),
        ...keys.map((asked) => known(partnerKeysQuery(asked), listForSupport(ctx, asked))),
        known(usersQuery(id, users.asked), listUsers(ctx, id, users.query)),
        known(tariffsQuery, listTariffs(ctx)),
        known(partnerRentersQuery(id, renters.asked), listOfPartner(ctx, id, renters.query)),
      ]}
    >
      <PartnerDetail partnerId={id} />
    </Prefetched>
  );
}

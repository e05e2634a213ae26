import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { readList } from "#app/_session/read-list.ts";
import { requireStaff } from "#app/_session/session.ts";
import { known, Prefetched } from "#components/portal/prefetched.tsx";
import { PartnerDetail } from "#components/support/partner-detail.tsx";
import { partnerKeysAsked, partnerKeysQuery, partnerQuery, tariffsQuery, usersQuery } from "#components/support/queries.ts";
import { partnerRentersQuery, renterFilters } from "#components/support/renter-queries.ts";
import { listForSupport } from "#lib/keys/list-for-support.ts";
import { read } from "#lib/partners/read.ts";
import { listOfPartner } from "#lib/renters/list-of-partner.ts";
import { renterListQuery } from "#lib/renters/schema.ts";
import { list as listTariffs } from "#lib/tariffs/list.ts";
import { listUsers } from "#lib/users/list.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("partners"))("title") };
}

export default async function PartnerPage({
  params,
  searchParams,
}: {
  params: Promise<{ partnerId: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const ctx = await requireStaff("support");
  const partner = await read(ctx, (await params).partnerId).catch(orNotFound);
  const { id } = partner;
  const renters = await readList(renterFilters, renterListQuery, searchParams);
  return (
    <Prefetched
      areas={["partners", "users", "companies", "shell"]}
      queries={[
        known(partnerQuery(id), Promise.resolve(partner)),
        known(partnerKeysQuery(id), listForSupport(ctx, partnerKeysAsked(id))),
        known(usersQuery(id), listUsers(ctx, id)),
        known(tariffsQuery, listTariffs(ctx)),
        known(partnerRentersQuery(id, renters.asked), listOfPartner(ctx, id, renters.query)),
      ]}
    >
      <PartnerDetail partnerId={id} />
    </Prefetched>
  );
}

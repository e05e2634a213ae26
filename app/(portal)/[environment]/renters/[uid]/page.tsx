import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { requirePartner } from "#app/_session/session.ts";
import { contractsQuery } from "#components/contracts/queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { latestContracts } from "#components/renters/latest-contracts.ts";
import { renterQuery } from "#components/renters/queries.ts";
import { RenterView } from "#components/renters/renter-view.tsx";
import { listForPortal } from "#lib/insurance/contracts/list.ts";
import { readForPortal } from "#lib/insurance/renters/read.ts";

interface Props {
  params: Promise<{ environment: string; uid: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  // Params are decoded here, unlike in the page.
  return { title: (await getTranslations("renters"))("oneTitle", { id: (await params).uid }) };
}

export default async function RenterPage({ params }: Props) {
  const { environment: name, uid: encoded } = await params;
  const ctx = await requirePartner(name);
  const { environment } = ctx.world;
  const renter = await readForPortal(ctx, decodeURIComponent(encoded)).catch(orNotFound);
  const latest = latestContracts(renter.uid);
  return (
    <Prefetched
      areas={["renters", "contracts"]}
      queries={[
        known(renterQuery(environment, renter.uid), Promise.resolve(renter)),
        known(contractsQuery(environment, latest), listForPortal(ctx, latest)),
      ]}
    >
      <RenterView uid={renter.uid} />
    </Prefetched>
  );
}

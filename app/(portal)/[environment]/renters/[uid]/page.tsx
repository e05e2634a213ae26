import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { requirePartner } from "#app/_session/session.ts";
import { contractsQuery } from "#components/contracts/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { latestContracts } from "#components/renters/latest-contracts.ts";
import { renterQuery } from "#components/renters/queries.ts";
import { RenterView } from "#components/renters/renter-view.tsx";

interface Props {
  params: Promise<{ environment: string; uid: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { environment, uid } = await params;
  const ctx = await requirePartner(environment);
  // Params are decoded here, unlike in the page.
  const [{ name }] = await prefetch(ctx, renterQuery(ctx.world.environment, uid)).catch(orNotFound);
  return { title: (await getTranslations("renters"))("oneTitle", { id: name }) };
}

export default async function RenterPage({ params }: Props) {
  const { environment: name, uid: encoded } = await params;
  const uid = decodeURIComponent(encoded);
  const ctx = await requirePartner(name);
  const { environment } = ctx.world;
  await prefetch(ctx, renterQuery(environment, uid), contractsQuery(environment, latestContracts(uid))).catch(orNotFound);
  return (
    <Prefetched areas={["renters", "contracts"]}>
      <RenterView uid={uid} />
    </Prefetched>
  );
}

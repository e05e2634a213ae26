import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound, requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { contractsQuery } from "#components/contracts/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { latestContracts, renterQuery } from "#components/renters/queries.ts";
import { RenterView } from "#components/renters/renter-view.tsx";

export async function generateMetadata({ params }: WorldPageProps<"uid">): Promise<Metadata> {
  const { environment, uid } = await params;
  const ctx = await requirePartner(environment, "member");
  // Params are decoded here, unlike in the page.
  const [{ name }] = await prefetch(ctx, renterQuery(ctx.world.environment, uid)).catch(orNotFound);
  return { title: (await getTranslations("renters"))("oneTitle", { id: name }) };
}

export default async function RenterPage({ params }: WorldPageProps<"uid">) {
  const { environment: name, uid: encoded } = await params;
  const uid = decodeURIComponent(encoded);
  const ctx = await requirePartner(name, "member");
  const { environment } = ctx.world;
  await prefetch(ctx, renterQuery(environment, uid), contractsQuery(environment, latestContracts(uid))).catch(orNotFound);
  return (
    <Prefetched areas={["renters", "contracts"]}>
      <RenterView uid={uid} />
    </Prefetched>
  );
}

import type { Metadata } from "next";
import { orNotFound, requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { ClaimView } from "#components/claims/claim-view.tsx";
import { claimHistoryQuery, claimQuery } from "#components/claims/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { insurerQuery } from "#components/sandbox/queries.ts";
import { claimTitle } from "#lib/insurance/claims/claim.ts";

export async function generateMetadata({ params }: WorldPageProps<"id">): Promise<Metadata> {
  const { environment, id } = await params;
  const ctx = await requirePartner(environment, "member");
  const [{ wire }] = await prefetch(ctx, claimQuery(ctx.world.environment, id)).catch(orNotFound);
  const number = wire.claimId ?? wire.id;
  return { title: wire.product === null ? number : `${claimTitle(wire.product, number)} · ${number}` };
}

export default async function ClaimPage({ params }: WorldPageProps<"id">) {
  const { environment: name, id } = await params;
  const ctx = await requirePartner(name, "member");
  const { environment } = ctx.world;
  const [claim] = await prefetch(ctx, claimQuery(environment, id), claimHistoryQuery(environment, id)).catch(orNotFound);
  if (environment === "development") await prefetch(ctx, insurerQuery(claim.wire.id));
  return (
    <Prefetched areas={["claims", "contracts", "sandbox"]}>
      <ClaimView id={id} role={ctx.user.role} />
    </Prefetched>
  );
}

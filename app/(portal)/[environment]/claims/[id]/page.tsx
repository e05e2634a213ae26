import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { requirePartner } from "#app/_session/session.ts";
import { ClaimView } from "#components/claims/claim-view.tsx";
import { claimHistoryQuery, claimQuery } from "#components/claims/queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { insurerQuery } from "#components/sandbox/queries.ts";
import { isAmong } from "#lib/account/users/rules/audience.ts";
import { readClaimHistory } from "#lib/developer/events/read-history.ts";
import { readInsurer } from "#lib/developer/sandbox/read-insurer.ts";
import { readForPortal } from "#lib/insurance/claims/read.ts";

interface Props {
  params: Promise<{ environment: string; id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("claims"))("oneTitle", { id: (await params).id }) };
}

export default async function ClaimPage({ params }: Props) {
  const { environment: name, id } = await params;
  const ctx = await requirePartner(name);
  const { environment } = ctx.world;
  const [claim, history] = await Promise.all([readForPortal(ctx, id), readClaimHistory(ctx, id, {})]).catch(orNotFound);
  return (
    <Prefetched
      areas={["claims", "contracts", "sandbox"]}
      queries={[
        known(claimQuery(environment, id), Promise.resolve(claim)),
        known(claimHistoryQuery(environment, id), Promise.resolve(history)),
        ...(environment === "development" ? [known(insurerQuery(claim.wire.id), readInsurer(ctx, claim.wire.id))] : []),
      ]}
    >
      <ClaimView id={id} isOwner={isAmong("owner", ctx.user.role)} />
    </Prefetched>
  );
}

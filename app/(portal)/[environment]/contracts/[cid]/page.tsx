import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { requirePartner } from "#app/_session/session.ts";
import { ContractView } from "#components/contracts/contract-view.tsx";
import { contractHistoryQuery, contractQuery } from "#components/contracts/queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { isAmong } from "#lib/account/users/rules/audience.ts";
import { readContractHistory } from "#lib/developer/events/read-history.ts";
import { readForPortal } from "#lib/insurance/contracts/read.ts";

interface Props {
  params: Promise<{ environment: string; cid: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("contracts"))("oneTitle", { cid: (await params).cid }) };
}

export default async function ContractPage({ params }: Props) {
  const { environment: name, cid } = await params;
  const ctx = await requirePartner(name);
  const { environment } = ctx.world;
  const [contract, history] = await Promise.all([readForPortal(ctx, cid), readContractHistory(ctx, cid, {})]).catch(orNotFound);
  return (
    <Prefetched
      areas={["contracts", "claims"]}
      queries={[
        known(contractQuery(environment, cid), Promise.resolve(contract)),
        known(contractHistoryQuery(environment, cid), Promise.resolve(history)),
      ]}
    >
      <ContractView cid={cid} isOwner={isAmong("owner", ctx.user.role)} />
    </Prefetched>
  );
}

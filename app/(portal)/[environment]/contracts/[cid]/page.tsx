import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { requirePartner } from "#app/_session/session.ts";
import { ContractView } from "#components/contracts/contract-view.tsx";
import { contractHistoryQuery, contractQuery } from "#components/contracts/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { isAmong } from "#lib/account/users/rules/audience.ts";

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
  await prefetch(ctx, contractQuery(environment, cid), contractHistoryQuery(environment, cid)).catch(orNotFound);
  return (
    <Prefetched areas={["contracts", "claims"]}>
      <ContractView cid={cid} isOwner={isAmong("owner", ctx.user.role)} />
    </Prefetched>
  );
}

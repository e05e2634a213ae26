import type { Metadata } from "next";
import { orNotFound, requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { ContractView } from "#components/contracts/contract-view.tsx";
import { contractHistoryQuery, contractQuery } from "#components/contracts/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { contractTitle } from "#lib/delivery/deliveries/subject.ts";

export async function generateMetadata({ params }: WorldPageProps<"cid">): Promise<Metadata> {
  const { environment, cid } = await params;
  const ctx = await requirePartner(environment, "member");
  const [{ subject }] = await prefetch(ctx, contractQuery(ctx.world.environment, cid)).catch(orNotFound);
  return { title: contractTitle(subject, cid) };
}

export default async function ContractPage({ params }: WorldPageProps<"cid">) {
  const { environment: name, cid } = await params;
  const ctx = await requirePartner(name, "member");
  const { environment } = ctx.world;
  await prefetch(ctx, contractQuery(environment, cid), contractHistoryQuery(environment, cid)).catch(orNotFound);
  return (
    <Prefetched areas={["contracts", "claims"]}>
      <ContractView cid={cid} role={ctx.user.role} />
    </Prefetched>
  );
}

import { orNotFound, requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ProposalView } from "#components/prices/proposal-view.tsx";
import { proposalQuery } from "#components/prices/queries.ts";

interface Props {
  params: Promise<{ proposalId: string }>;
}

export const generateMetadata = titled("prices.proposals");

export default async function ProposalPage({ params }: Props) {
  const ctx = await requireStaff("support");
  const { proposalId } = await params;
  await prefetch(ctx, proposalQuery(proposalId)).catch(orNotFound);
  return (
    <Prefetched areas={["contracts", "prices"]}>
      <ProposalView proposalId={proposalId} viewerId={ctx.user.id} />
    </Prefetched>
  );
}

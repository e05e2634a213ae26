import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { orNotFound, requireStaff } from "#app/_session/session.ts";
import { readFilters } from "#app/_session/titled.ts";
import {
  deskHistoryQuery,
  claimNotesQuery,
  deskClaimQuery,
  deskLinksQuery,
  queuePageQuery,
  queueParsers,
} from "#components/claims/queries.ts";
import { ClaimDesk } from "#components/console/claims/claim-desk.tsx";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";

interface Props {
  params: Promise<{ claimId: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ id, claimId }] = await prefetch(await requireStaff(), deskClaimQuery((await params).claimId)).catch(orNotFound);
  return { title: claimId ?? id };
}

export default async function ClaimPage({ params, searchParams }: Props) {
  const ctx = await requireStaff();
  const { claimId: id } = await params;
  const asked = await readFilters(queueParsers, searchParams);
  const queries = [deskHistoryQuery(id), deskLinksQuery(id), claimNotesQuery(id), queuePageQuery(asked)] as const;
  await prefetch(ctx, deskClaimQuery(id), ...queries).catch(orNotFound);
  const { role } = ctx.user;
  return (
    <Prefetched areas={["audit", "claims", "contracts", "shell"]}>
      <ClaimDesk key={id} id={id} isHandler={role === "handler"} isSupport={role === "support"} viewerId={ctx.user.id} />
    </Prefetched>
  );
}

import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { cache } from "react";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { readList } from "#app/_session/read-list.ts";
import { requireStaff } from "#app/_session/session.ts";
import { ClaimDesk } from "#components/console/claims/claim-desk.tsx";
import {
  claimHistoryQuery,
  claimNotesQuery,
  claimQuery,
  deskLinksQuery,
  queueParsers,
  queuePageQuery,
} from "#components/console/claims/queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { listForDesk } from "#lib/insurance/claim-links/desk.ts";
import { listNotes } from "#lib/insurance/claims/notes.ts";
import { listQueue } from "#lib/insurance/claims/queue.ts";
import { readDeskHistory } from "#lib/insurance/claims/read-desk-history.ts";
import { readForDesk } from "#lib/insurance/claims/read.ts";
import { queueQuery } from "#lib/insurance/claims/schema-desk.ts";

interface Props {
  params: Promise<{ claimId: string }>;
  searchParams: Promise<SearchParams>;
}

const readClaim = cache(async (id: string) => readForDesk(await requireStaff(), id).catch(orNotFound));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, claimId } = await readClaim((await params).claimId);
  return { title: claimId ?? id };
}

export default async function ClaimPage({ params, searchParams }: Props) {
  const ctx = await requireStaff();
  const { claimId: id } = await params;
  const claim = await readClaim(id);
  const { asked, query } = await readList(queueParsers, queueQuery, searchParams);
  const { role } = ctx.user;
  return (
    <Prefetched
      areas={["audit", "claims", "contracts", "shell"]}
      queries={[
        known(claimQuery(id), Promise.resolve(claim)),
        known(claimHistoryQuery(id), readDeskHistory(ctx, id)),
        known(deskLinksQuery(id), listForDesk(ctx, id)),
        known(claimNotesQuery(id), listNotes(ctx, id)),
        known(queuePageQuery(asked), listQueue(ctx, query)),
      ]}
    >
      <ClaimDesk key={claim.id} id={id} isHandler={role === "handler"} isSupport={role === "support"} viewerId={ctx.user.id} />
    </Prefetched>
  );
}

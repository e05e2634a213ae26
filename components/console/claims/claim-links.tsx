"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ClaimLinksCard } from "#components/claims/claim-links.tsx";
import { deskLinksQuery } from "#components/console/claims/queries.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";

/** The links of a claim at the desk: a handler who asked for documents makes one for the insured; support reads what became of each. */
export function DeskClaimLinks({ id, status, isHandler }: { id: string; status: ClaimStatus; isHandler: boolean }) {
  const client = useQueryClient();
  const { data: links = [] } = useQuery(deskLinksQuery(id));
  const actions = {
    make: (language: "en" | "fr") => api.console.claims.createLink.mutate({ claimId: id, language }),
    revoke: (linkId: string) => api.console.claims.revokeLink.mutate({ claimId: id, linkId }),
    // The history too: it says who made a link.
    reload: () => client.invalidateQueries({ queryKey: trpc.console.claims.pathKey() }),
  };
  return <ClaimLinksCard links={links} canMake={status === "pending_info"} actions={isHandler ? actions : undefined} />;
}

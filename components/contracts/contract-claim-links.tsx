"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ClaimLinksCard } from "#components/claims/claim-links.tsx";
import { contractLinksQuery } from "#components/contracts/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { mayManageLinks } from "#lib/insurance/claim-links/rules/may-manage-links.ts";
import type { Role } from "#lib/platform/roles.ts";

/** The links by which the insured declares a loss on a contract. `wasInForce` is false for a contract that never covered anything. */
export function ContractClaimLinks({ cid, wasInForce, role }: { cid: string; wasInForce: boolean; role: Role }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const t = useTranslations("claims.links");
  const { data: links = [] } = useQuery(contractLinksQuery(environment, cid));
  const mayManage = mayManageLinks(role, environment);
  return (
    <ClaimLinksCard
      of="contract"
      links={links.map(({ draftId, ...link }) => ({
        ...link,
        ...(draftId !== null && { claimHref: `/${environment}/claims/${draftId}` }),
      }))}
      canMake={wasInForce}
      hint={mayManage ? undefined : t("ownersOnly")}
      actions={
        mayManage
          ? {
              make: (language) => api.contracts.createLink.mutate({ environment, cid, language }),
              revoke: (linkId) => api.contracts.revokeLink.mutate({ environment, cid, linkId }),
              reload: () => client.invalidateQueries({ queryKey: contractLinksQuery(environment, cid).queryKey }),
            }
          : undefined
      }
    />
  );
}

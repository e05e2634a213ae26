"use client";

import { useTranslations } from "next-intl";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import type { FoundContract, FoundContractProduct } from "#lib/developer/console/find-insurance.ts";

/** Every product, and which of them is claimed. */
export function ContractProducts({ products }: Pick<FoundContract, "products">) {
  const t = useTranslations("lookup.contracts");
  return (
    <ul className="grid gap-3">
      {products.map(({ cpid, title, marking, userName, status, startDate, endDate, claims }) => (
        <li key={cpid} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge of="contract" status={status} />
          {title}
          {marking === null ? null : <span className="text-sm text-muted-foreground">{t("marked", { marking })}</span>}
          {userName === null ? null : <span className="text-sm">{t("usedBy", { name: userName })}</span>}
          <span className="text-sm text-muted-foreground">
            <CoverPeriod from={startDate} until={endDate} focusable />
          </span>
          <code className="font-mono text-sm text-muted-foreground">{cpid}</code>
          {claims.length === 0 ? null : (
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              {t.rich("claimed", { claims: () => claims.map((claim) => <ClaimLink key={claim.id} claim={claim} />) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function ClaimLink({ claim: { id, claimId, status } }: { claim: FoundContractProduct["claims"][number] }) {
  return (
    <>
      <TextLink href={`/support/claims/${id}`} className="font-mono">
        {claimId}
      </TextLink>
      <StatusBadge of="claim" status={status} />
    </>
  );
}

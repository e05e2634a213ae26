"use client";

import { useTranslations } from "next-intl";
import { LookUpLink } from "#components/console/links.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Alert } from "#components/ui/alert.tsx";
import type { FoundContract } from "#lib/developer/console/find-insurance.ts";

/** Whether a contract covers its products now, until when, and why it does not: the answer to "our customer says that he is not insured". */
export function CoverNow({ contract }: { contract: FoundContract }) {
  const t = useTranslations("lookup.contracts.cover");
  const { coverNow, test, endReason, nextCid } = contract;
  const { state, covered, products, at } = coverNow;
  const isCovered = state === "covered";
  const reasons = [
    isCovered && covered < products ? <p key="partly">{t("partly", { covered, products })}</p> : null,
    isCovered || endReason === null ? null : <p key="reason">{t("reason", { reason: endReason })}</p>,
    isCovered || nextCid === null ? null : <p key="next">{t.rich("renewed", { next: () => <LookUpLink id={nextCid} /> })}</p>,
  ].filter((reason) => reason !== null);
  if (test) return <Alert tone="warning" title={t("test")} />;
  return (
    <Alert
      tone={isCovered ? "success" : "warning"}
      title={t.rich(state, { day: () => (at === null ? null : <TimeStamp at={at} focusable />) })}
    >
      {reasons.length === 0 ? undefined : reasons}
    </Alert>
  );
}

"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Alert } from "#components/ui/alert.tsx";
import type { ContractCover } from "#lib/insurance/contracts/rules/cover.ts";

/** Whether a contract covers its products now, until when, and why it does not: the answer to "is he insured?" (rules/contracts.md#cover-1). */
export function CoverNow({
  cover: { state, covered, products, period },
  isTest,
  endReason,
  next,
}: {
  cover: ContractCover;
  /** A test insures nothing. */
  isTest: boolean;
  endReason: string | null;
  /** A link to the contract that renewed this one. */
  next: ReactNode;
}) {
  const t = useTranslations("contracts.coverNow");
  const isCovered = state === "covered";
  const isOver = state === "ended" || state === "cancelled";
  const reasons = [
    isCovered && covered < products ? <p key="partly">{t("partly", { covered, products })}</p> : null,
    isOver && endReason !== null ? <p key="reason">{t("reason", { reason: endReason })}</p> : null,
    isOver && next !== null ? <p key="next">{t.rich("renewed", { next: () => next })}</p> : null,
  ].filter((reason) => reason !== null);
  if (isTest) return <Alert tone="warning" title={t("test")} />;
  return (
    <Alert tone={isCovered ? "success" : "warning"} title={t.rich(state, { from: day(period?.from), until: day(period?.until) })}>
      {reasons.length === 0 ? undefined : reasons}
    </Alert>
  );
}

function day(at: Date | undefined): () => ReactNode {
  return () => (at === undefined ? null : <TimeStamp at={at} focusable />);
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useStepText } from "#components/console/claims/claim-history.tsx";
import { claimHistoryQuery } from "#components/console/claims/queries.ts";
import { portalErrorOf } from "#components/kit/api/request.ts";
import { useFailureText } from "#components/kit/api/use-failure-text.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Alert } from "#components/ui/alert.tsx";

/** Why a move was refused; where somebody else was first, what they did. */
export function StaleClaimNotice({ id, error }: { id: string; error: unknown }) {
  const t = useTranslations("claims.desk");
  const say = useFailureText();
  const describe = useStepText();
  const { data } = useQuery(claimHistoryQuery(id));
  const isOvertaken = portalErrorOf(error)?.status === 409;
  const [latest] = isOvertaken ? (data ?? []) : [];
  return (
    <Alert tone={isOvertaken ? "warning" : "danger"} role="alert" title={say(error)}>
      {latest === undefined
        ? undefined
        : t.rich("latest", { ...describe(latest), time: () => <TimeStamp at={latest.at} as="ago" focusable /> })}
    </Alert>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { deskHistoryQuery } from "#components/claims/queries.ts";
import { useStepText } from "#components/console/claims/claim-history.tsx";
import { portalErrorOf } from "#components/kit/api/request.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { Alert } from "#components/ui/alert.tsx";

/** The reason why an action was refused; if another person was faster, what they did. */
export function StaleClaimNotice({ id, error }: { id: string; error: unknown }) {
  const say = useErrorText();
  const isOvertaken = portalErrorOf(error)?.status === 409;
  return (
    <Alert tone={isOvertaken ? "warning" : "danger"} role="alert" title={say(error)}>
      {isOvertaken ? <LatestStep id={id} /> : undefined}
    </Alert>
  );
}

/** Says that the action of an open dialog is no longer possible, and what another person did. */
export function OvertakenNotice({ id }: { id: string }) {
  const t = useTranslations("claims.desk");
  return (
    <Alert tone="warning" role="alert" title={t("noLongerOffered")}>
      <LatestStep id={id} />
    </Alert>
  );
}

function LatestStep({ id }: { id: string }): ReactNode {
  const t = useTranslations("claims.desk");
  const describe = useStepText();
  const { data } = useQuery(deskHistoryQuery(id));
  const [latest] = data ?? [];
  return latest === undefined ? null : t.rich("latest", { ...describe(latest), time: () => <TimeStamp at={latest.at} as="ago" /> });
}

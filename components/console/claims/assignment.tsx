"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { handlersQuery } from "#components/claims/queries.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import type { Assignment as AssignmentInput } from "#lib/insurance/claims/desk/assign.ts";
import { openStatuses } from "#lib/insurance/claims/list-filters.ts";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";

/** Assigns an open claim to oneself, a colleague, or nobody. A take-over that changes the status is an action instead. */
export function Assignment({ claim, viewerId }: { claim: DeskClaim; viewerId: string }) {
  const t = useTranslations("claims.desk");
  const client = useQueryClient();
  const { handler, status } = claim;
  if (!openStatuses.some((open) => open === status)) return null;
  const isTaken = claim.moves.some(({ move }) => move === "takeOver");
  const reason = { label: t("assignment.reasonLabel"), hint: t("assignment.reasonHint") };

  async function assign(assignment: AssignmentInput): Promise<void> {
    try {
      await api.console.claims.assign.mutate({ claimId: claim.id, assignment });
      notify("success", t(`assignment.${assignment.kind}.done`));
    } finally {
      // After a refusal too: the page is to show whose claim it is.
      await client.invalidateQueries({ queryKey: trpc.console.claims.pathKey() });
    }
  }

  return (
    <fieldset aria-label={t("assignment.label")} className="mt-1.5 flex flex-wrap gap-2">
      {isTaken || handler?.id === viewerId ? null : (
        <ConfirmDialog
          trigger={
            <Button variant="outline" size="sm">
              {handler === null ? t("assignment.take.open") : t("assignment.takeFrom", { name: handler.name })}
            </Button>
          }
          title={t("assignment.take.title")}
          description={t("assignment.take.description")}
          confirm={t("assignment.take.confirm")}
          onConfirm={() => assign({ kind: "take", seen: handler?.id ?? null })}
        >
          {handler === null ? null : <Alert tone="warning">{t("takeOver.held", { name: handler.name })}</Alert>}
        </ConfirmDialog>
      )}
      <HandOver claim={claim} reason={reason} assign={assign} />
      {handler === null ? null : (
        <ConfirmDialog
          trigger={
            <Button variant="outline" size="sm">
              {t("assignment.unassign.open")}
            </Button>
          }
          title={t("assignment.unassign.title")}
          description={t("assignment.unassign.description")}
          confirm={t("assignment.unassign.confirm")}
          asksReason={reason}
          onConfirm={(typed) => assign({ kind: "unassign", seen: handler.id, reason: typed })}
        />
      )}
    </fieldset>
  );
}

function HandOver({
  claim: { handler },
  reason,
  assign,
}: {
  claim: DeskClaim;
  reason: { label: string; hint: string };
  assign: (assignment: AssignmentInput) => Promise<void>;
}) {
  const t = useTranslations("claims.desk.assignment.handOver");
  const id = useId();
  const [to, setTo] = useState("");
  const { data: handlers = [] } = useQuery(handlersQuery);
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" size="sm">
          {t("open")}
        </Button>
      }
      title={t("title")}
      description={t("description")}
      confirm={t("confirm")}
      isReady={to !== ""}
      asksReason={reason}
      onConfirm={(typed) => assign({ kind: "handOver", seen: handler?.id ?? null, to, reason: typed })}
    >
      <div className="grid gap-1.5">
        <Label htmlFor={id}>{t("to")}</Label>
        <NativeSelect id={id} value={to} onChange={(event) => setTo(event.target.value)}>
          <option value="">{t("choose")}</option>
          {handlers
            .filter((one) => one.id !== handler?.id)
            .map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
        </NativeSelect>
      </div>
    </ConfirmDialog>
  );
}

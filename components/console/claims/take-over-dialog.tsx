"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionEffects } from "#components/console/claims/action-effects.tsx";
import { goesOn } from "#components/console/claims/action-labels.ts";
import { StaleClaimNotice } from "#components/console/claims/stale-claim-notice.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHeader } from "#components/ui/dialog.tsx";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";

/** Takes a claim over: says whose it is, what is no longer awaited, and who was faster. */
export function TakeOverDialog({
  claim,
  viewerId,
  action: asked,
  send,
  close,
  restoreFocus,
}: {
  claim: DeskClaim;
  viewerId: string;
  action: AllowedAction;
  send: (move: ClaimAction) => Promise<void>;
  close: () => void;
  restoreFocus: () => void;
}) {
  const t = useTranslations("claims.desk.takeOver");
  const move = useTranslations("claims.desk.moves.takeOver");
  const common = useTranslations("common");
  // The state at the opening of the dialog: the claim may change meanwhile.
  const [{ isMine, hadHandler }] = useState({
    isMine: goesOn(claim),
    hadHandler: claim.handler,
  });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  // Somebody who was refused sees whose it is now, and may take it over from them.
  const holder = error === undefined ? hadHandler : claim.handler;
  const isAllowed = claim.moves.some((allowed) => allowed.move === "takeOver");
  const isAwaited = claim.entries.some(({ requested }) => requested);
  const winner = isAllowed || claim.handler === null || claim.handler.id === viewerId ? undefined : claim.handler.name;

  async function confirm(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await send({ move: "takeOver", seen: claim.updatedAt.toISOString(), seenHandler: holder?.id ?? null });
      close();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => open || close()}>
      <DialogContent
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          restoreFocus();
        }}
      >
        <DialogHeader title={isMine ? t("goOn.title") : move("title")} description={isMine ? t("goOn.description") : move("description")} />
        {isAwaited && isAllowed ? <p>{t("noLongerAwaited")}</p> : null}
        {isAllowed && holder !== null && holder.id !== viewerId ? <Alert tone="warning">{t("held", { name: holder.name })}</Alert> : null}
        {isAllowed || isBusy ? null : (
          <Alert tone="warning" role="alert">
            {winner === undefined ? t("changed") : t("tooLate", { name: winner })}
          </Alert>
        )}
        {error === undefined ? null : <StaleClaimNotice id={claim.id} error={error} />}
        {isAllowed ? <ActionEffects events={asked.events} leadsTo={asked.leadsTo} /> : null}
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">{isAllowed ? common("cancel") : common("close")}</Button>
          </DialogClose>
          {isAllowed || isBusy ? (
            <Button disabled={isBusy} onClick={() => void confirm()}>
              {isBusy ? common("working") : isMine ? t("goOn.open") : move("confirm")}
            </Button>
          ) : null}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

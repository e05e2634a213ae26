"use client";

import { ReasonTemplates } from "#components/console/claims/reason-templates.tsx";
import { RequestDocumentsDialog } from "#components/console/claims/request-documents-dialog.tsx";
import { OvertakenNotice, StaleClaimNotice } from "#components/console/claims/stale-claim-notice.tsx";
import { TakeOverDialog } from "#components/console/claims/take-over-dialog.tsx";
import { loadedPart } from "#components/kit/states/loaded-part.tsx";
import type { DeskClaim } from "#lib/insurance/claims/read.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";
import type { ClaimAction } from "#lib/insurance/claims/schema-desk.ts";

const ActionDialog = loadedPart(() => import("#components/console/claims/action-dialog.tsx").then((module) => module.ActionDialog));

export interface ClaimDialogProps {
  claim: DeskClaim;
  action: AllowedAction;
  viewerId: string;
  send: (move: ClaimAction) => Promise<void>;
  close: () => void;
  /** Puts the focus back once it is closed. */
  restoreFocus: () => void;
}

/** The dialog of an action: its own if it has one, otherwise the common one. */
export function ClaimDialog({ viewerId, ...props }: ClaimDialogProps) {
  const { claim, action: asked } = props;
  if (asked.move === "takeOver") return <TakeOverDialog {...props} viewerId={viewerId} />;
  if (asked.move === "requestDocument") return <RequestDocumentsDialog {...props} />;
  return (
    <ActionDialog
      {...props}
      money={claim}
      onLost={props.close}
      renderOvertaken={() => <OvertakenNotice id={claim.id} />}
      renderError={(error) => <StaleClaimNotice id={claim.id} error={error} />}
      renderTemplates={(onChoose) =>
        asked.move === "refuseDocument" || asked.move === "rejectClaim" ? (
          <ReasonTemplates claimId={claim.id} use={asked.move} onChoose={onChoose} />
        ) : null
      }
    />
  );
}

"use client";

import { useSyncExternalStore } from "react";
import { answerIdentity, askedPurpose, watchIdentity } from "#components/auth/identity-request.ts";
import { loadedPart } from "#components/kit/form/on-demand.tsx";

const IdentityDialog = loadedPart(() => import("#components/auth/identity-dialog.tsx").then((module) => module.IdentityDialog));

/** Renders the dialog that `confirmIdentity` opens. */
export function IdentityConfirmation() {
  const purpose = useSyncExternalStore(watchIdentity, askedPurpose, () => undefined);
  return purpose === undefined ? null : <IdentityDialog purpose={purpose} onLost={() => answerIdentity(false)} />;
}

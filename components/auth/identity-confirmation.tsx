"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { askedPurpose, watchIdentity } from "#components/auth/identity-request.ts";
import { orNotLoaded } from "#components/kit/states/not-loaded.tsx";

const IdentityDialog = lazy(() => orNotLoaded(import("#components/auth/identity-dialog.tsx").then((module) => module.IdentityDialog)));

/** Renders the dialog that `confirmIdentity` opens. */
export function IdentityConfirmation() {
  const purpose = useSyncExternalStore(watchIdentity, askedPurpose, () => undefined);
  return purpose === undefined ? null : (
    <Suspense>
      <IdentityDialog purpose={purpose} />
    </Suspense>
  );
}

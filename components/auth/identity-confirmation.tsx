"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { isIdentityAsked, watchIdentity } from "#components/auth/identity-request.ts";

const IdentityDialog = lazy(() => import("#components/auth/identity-dialog.tsx").then((module) => ({ default: module.IdentityDialog })));

/** Where a request that needs a fresh proof of who asks has its dialog: `confirmIdentity` opens it, and goes on when it is done. */
export function IdentityConfirmation() {
  const isAsked = useSyncExternalStore(watchIdentity, isIdentityAsked, () => false);
  return isAsked ? (
    <Suspense>
      <IdentityDialog />
    </Suspense>
  ) : null;
}

"use client";

import { onDemand } from "#components/kit/form/on-demand.tsx";

/**
 * Asks before an action that cannot be undone, and with `asksReason` for a reason. Stays open with the error if `onConfirm` throws, and
 * closes after success.
 */
export const ConfirmDialog = onDemand(
  () => import("#components/kit/form/confirm-dialog-content.tsx").then((module) => module.ConfirmDialogContent),
  "dialog",
);

"use client";

import type { ReactNode } from "react";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import type { Asked } from "#components/kit/form/reason-field.tsx";

export interface ConfirmDialogProps {
  /** The button that opens it. */
  trigger: ReactNode;
  title: string;
  description: ReactNode;
  /** The word of the button that does it. */
  confirm: string;
  /** The word of the button that leaves it; "Cancel" where it is not given. */
  cancel?: string;
  isDestructive?: boolean;
  /** False while what `children` ask is not answered yet. */
  isReady?: boolean;
  /** Asks why, or what else it says. */
  asksReason?: boolean | Asked;
  onConfirm: (reason: string) => Promise<unknown>;
  /** Says or asks more. */
  children?: ReactNode;
}

/**
 * Asks before something is done that cannot be undone, and with `asksReason` why. Stays open with the reason of a failure
 * where `onConfirm` throws; closes when it is done.
 */
export const ConfirmDialog = onDemand(
  () => import("#components/kit/form/confirm-dialog-content.tsx").then((module) => module.ConfirmDialogContent),
  "dialog",
);

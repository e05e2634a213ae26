"use client";

import type { ReactNode } from "react";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import type { ReasonRequest } from "#components/kit/form/reason-field.tsx";

export interface ConfirmDialogProps {
  trigger: ReactNode;
  title: string;
  description: ReactNode;
  confirm: string;
  /** The label of the cancelling button; "Cancel" by default. */
  cancel?: string;
  isDestructive?: boolean;
  /** False while a question in `children` is unanswered. */
  isReady?: boolean;
  /** Asks for a reason, or for the given text. */
  asksReason?: boolean | ReasonRequest;
  onConfirm: (reason: string) => Promise<unknown>;
  /** Further text or questions. */
  children?: ReactNode;
}

/**
 * Asks before an action that cannot be undone, and with `asksReason` for a reason. Stays open with the error if `onConfirm` throws, and
 * closes after success.
 */
export const ConfirmDialog = onDemand(
  () => import("#components/kit/form/confirm-dialog-content.tsx").then((module) => module.ConfirmDialogContent),
  "dialog",
);

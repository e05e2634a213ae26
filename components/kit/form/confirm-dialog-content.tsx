"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactNode, SyntheticEvent } from "react";
import { ReasonField } from "#components/kit/form/field.tsx";
import type { ReasonRequest } from "#components/kit/form/field.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "#components/ui/alert-dialog.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";

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

/** The dialog of ConfirmDialog, loaded on first use. */
export function ConfirmDialogContent({
  trigger,
  title,
  description,
  confirm,
  cancel,
  isDestructive = false,
  isReady = true,
  asksReason = false,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const t = useTranslations("common");
  const say = useErrorText();
  const [isOpen, setIsOpen] = useState(true);
  const [reason, setReason] = useState("");
  const [isDoing, setIsDoing] = useState(false);
  const [error, setError] = useState<unknown>();

  function change(open: boolean) {
    if (isDoing) return;
    setIsOpen(open);
    setReason("");
    setError(undefined);
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setIsDoing(true);
    setError(undefined);
    try {
      await onConfirm(reason.trim());
      setIsOpen(false);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsDoing(false);
    }
  }

  return (
    <AlertDialog open={isOpen} onOpenChange={change}>
      <AlertDialogTrigger asChild>{trigger}</AlertDialogTrigger>
      <AlertDialogContent>
        <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
          <div className="grid gap-1.5">
            <AlertDialogTitle>{title}</AlertDialogTitle>
            <AlertDialogDescription>{description}</AlertDialogDescription>
          </div>
          {children}
          {asksReason === false ? null : (
            <ReasonField
              request={asksReason === true ? undefined : asksReason}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          {error === undefined ? null : (
            <Alert tone="danger" role="alert">
              {say(error)}
            </Alert>
          )}
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <AlertDialogCancel disabled={isDoing}>{cancel ?? t("cancel")}</AlertDialogCancel>
            <Button
              type="submit"
              variant={isDestructive ? "destructive" : "default"}
              disabled={isDoing || !isReady || (asksReason !== false && reason.trim() === "")}
            >
              {isDoing ? t("working") : confirm}
            </Button>
          </div>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
}

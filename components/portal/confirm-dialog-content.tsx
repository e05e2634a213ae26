"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { SyntheticEvent } from "react";
import type { ConfirmDialogProps } from "#components/portal/confirm-dialog.tsx";
import { useFailureText } from "#components/portal/use-failure-text.ts";
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
import { Label } from "#components/ui/label.tsx";
import { Textarea } from "#components/ui/textarea.tsx";

/** The dialog of ConfirmDialog, which loads it when it is first asked for. */
export function ConfirmDialogContent({
  trigger,
  title,
  description,
  confirm,
  isDestructive = false,
  asksReason = false,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const t = useTranslations("common");
  const say = useFailureText();
  const reasonId = useId();
  const [isOpen, setIsOpen] = useState(true);
  const [reason, setReason] = useState("");
  const [isDoing, setIsDoing] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const ownReason = { label: t("reason"), hint: t("reasonHint"), longest: 500 };
  const field = asksReason === true ? ownReason : asksReason === false ? undefined : asksReason;

  function change(open: boolean) {
    if (isDoing) return;
    setIsOpen(open);
    setReason("");
    setFailure(undefined);
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setIsDoing(true);
    setFailure(undefined);
    try {
      await onConfirm(reason.trim());
      setIsOpen(false);
    } catch (error) {
      setFailure(error);
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
          {field === undefined ? null : (
            <div className="grid gap-1.5">
              <Label htmlFor={reasonId}>{field.label}</Label>
              <Textarea
                id={reasonId}
                aria-describedby={`${reasonId}-hint`}
                required
                maxLength={field.longest}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
              <p id={`${reasonId}-hint`} className="text-sm text-muted-foreground">
                {field.hint}
              </p>
            </div>
          )}
          {failure === undefined ? null : (
            <Alert tone="danger" role="alert">
              {say(failure)}
            </Alert>
          )}
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <AlertDialogCancel disabled={isDoing}>{t("cancel")}</AlertDialogCancel>
            <Button
              type="submit"
              variant={isDestructive ? "destructive" : "default"}
              disabled={isDoing || (field !== undefined && reason.trim() === "")}
            >
              {isDoing ? t("working") : confirm}
            </Button>
          </div>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
}

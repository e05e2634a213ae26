"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { AlertDialog, AlertDialogContent, AlertDialogDescription, AlertDialogTitle } from "#components/ui/alert-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { focusWhole } from "#components/ui/dialog.tsx";

/** A secret that is shown once, in a dialog that only its button closes. */
export function OneTimeSecret({
  secret,
  what,
  title,
  description,
  onClose,
}: {
  secret: string | undefined;
  what: string;
  title: string;
  description: string;
  onClose: () => void;
}) {
  const t = useTranslations("common");
  return (
    <AlertDialog open={secret !== undefined}>
      <AlertDialogContent
        onEscapeKeyDown={(event) => event.preventDefault()}
        // Not a button, which a key that is still pressed would activate.
        onOpenAutoFocus={focusWhole}
      >
        <div className="grid gap-1.5">
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{description}</AlertDialogDescription>
        </div>
        <code
          translate="no"
          className="rounded-md border bg-code px-3 py-2.5 font-mono text-sm select-all [overflow-wrap:anywhere]"
          data-testid="one-time-secret"
        >
          {secret}
        </code>
        <div className="flex flex-col gap-2 sm:flex-row sm:justify-end">
          <CopyButton text={secret ?? ""} what={what} className="h-9">
            {t("copyWord")}
          </CopyButton>
          <Button onClick={onClose}>{t("done")}</Button>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}

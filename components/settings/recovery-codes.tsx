"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { api } from "#components/kit/api/api.ts";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { AlertDialog, AlertDialogContent, AlertDialogDescription, AlertDialogTitle } from "#components/ui/alert-dialog.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { focusWhole } from "#components/ui/dialog.tsx";

/** The number of unused recovery codes, and a button that replaces them. */
export function RenewCodes({ left, onChange }: { left: number; onChange: (recoveryCodes: string[]) => Promise<void> }) {
  const t = useTranslations("security.codes");
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Badge tone={left > 2 ? "success" : "warning"}>{t("left", { count: left })}</Badge>
      <ConfirmDialog
        trigger={<Button variant="outline">{t("renew")}</Button>}
        title={t("renewTitle")}
        description={t("renewText")}
        confirm={t("renew")}
        onConfirm={async () => {
          const { recoveryCodes } = await api.account.replaceRecoveryCodes.mutate();
          await onChange(recoveryCodes);
        }}
      />
    </div>
  );
}

/** Recovery codes that are shown once, in a dialog that only its button closes. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[] | undefined; onClose: () => void }) {
  const t = useTranslations("security.codes");
  const common = useTranslations("common");
  const text = (codes ?? []).join("\n");
  return (
    <AlertDialog open={codes !== undefined}>
      <AlertDialogContent onEscapeKeyDown={(event) => event.preventDefault()} onOpenAutoFocus={focusWhole}>
        <div className="grid gap-1.5">
          <AlertDialogTitle>{t("saveTitle")}</AlertDialogTitle>
          <AlertDialogDescription>{t("saveText")}</AlertDialogDescription>
        </div>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md border bg-code px-4 py-3 font-mono select-all">
          {codes?.map((code) => (
            <li key={code} data-testid="recovery-code">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button asChild variant="outline">
            <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`} download="covergate-recovery-codes.txt">
              <Download aria-hidden />
              {t("download")}
            </a>
          </Button>
          <CopyButton text={text} what={t("what")} className="h-9">
            {common("copyWord")}
          </CopyButton>
          <Button onClick={onClose}>{t("done")}</Button>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}

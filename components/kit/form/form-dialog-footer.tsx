"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { DialogClose, DialogFooter } from "#components/ui/dialog.tsx";

/** The end of a form in a dialog: the way out, and the button that sends it once it is ready. */
export function FormDialogFooter({ confirm, isBusy, isReady = true }: { confirm: string; isBusy: boolean; isReady?: boolean }) {
  const t = useTranslations("common");
  return (
    <DialogFooter>
      <DialogClose asChild>
        <Button variant="outline">{t("cancel")}</Button>
      </DialogClose>
      <Button type="submit" disabled={isBusy || !isReady}>
        {isBusy ? t("working") : confirm}
      </Button>
    </DialogFooter>
  );
}

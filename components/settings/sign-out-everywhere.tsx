"use client";

import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { api } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { leave } from "#components/shell/sign-out.ts";
import { Button } from "#components/ui/button.tsx";

export function SignOutEverywhere() {
  const t = useTranslations("security");
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" icon={LogOut}>
          {t("signOutEverywhere")}
        </Button>
      }
      title={t("signOutEverywhereTitle")}
      description={t("signOutEverywhereText")}
      confirm={t("signOutEverywhere")}
      isDestructive
      onConfirm={async () => {
        await api.account.signOutEverywhere.mutate();
        await leave();
      }}
    />
  );
}

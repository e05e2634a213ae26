"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";
import type { AlertRow, Person } from "#lib/developer/alerts/list.ts";

export interface EditAlertProps {
  trigger: ReactNode;
  /** The alert to edit; absent for a new one. */
  rule?: AlertRow;
  allowedHosts: readonly string[];
  /** True if the installation sends e-mail. */
  sendsMail: boolean;
  people: readonly Person[];
}

/** Creates an alert, or changes `rule`, in a dialog that is loaded on first use. */
export const EditAlert = onDemand<EditAlertProps>(
  () => import("#components/alerts/alert-dialog.tsx").then((module) => module.AlertSettingsDialog),
  "dialog",
);

export function NewAlert(props: Pick<EditAlertProps, "allowedHosts" | "sendsMail" | "people">) {
  const t = useTranslations("alerts");
  return <EditAlert {...props} trigger={<Button icon={Plus}>{t("create")}</Button>} />;
}

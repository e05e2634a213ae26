import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { requireStaff } from "#app/_session/session.ts";
import { SettingsTabs } from "#components/settings/settings-tabs.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";

export default async function SupportSettingsLayout({ children }: { children: ReactNode }) {
  const { user } = await requireStaff("operator");
  const t = await getTranslations("settings");
  return (
    <ClientMessages areas={["settings"]}>
      <PageHeader title={t("title")} description={t("description")} />
      <SettingsTabs root="/support/settings" role={user.role} />
      {children}
    </ClientMessages>
  );
}

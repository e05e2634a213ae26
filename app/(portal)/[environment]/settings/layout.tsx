import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { requirePartner } from "#app/_session/session.ts";
import { SettingsTabs } from "#components/settings/settings-tabs.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";

export default async function SettingsLayout({ params, children }: { params: Promise<{ environment: string }>; children: ReactNode }) {
  const { user, world } = await requirePartner((await params).environment);
  const t = await getTranslations("settings");
  return (
    <ClientMessages areas={["settings"]}>
      <PageHeader title={t("title")} description={t("description")} />
      <SettingsTabs root={`/${world.environment}/settings`} role={user.role} />
      {children}
    </ClientMessages>
  );
}

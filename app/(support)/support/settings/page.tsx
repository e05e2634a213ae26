import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requireStaff } from "#app/_session/session.ts";
import { PageHeader } from "#components/portal/page-header.tsx";
import { ProfileSettings } from "#components/settings/profile-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

export default async function SupportSettingsPage() {
  const { user } = await requireStaff();
  const t = await getTranslations("settings");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <ProfileSettings user={user} />
    </>
  );
}

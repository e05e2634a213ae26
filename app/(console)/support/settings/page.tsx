import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requireStaff } from "#app/_session/session.ts";
import { ProfileSettings } from "#components/settings/profile-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

export default async function SupportSettingsPage() {
  const { user } = await requireStaff("operator");
  return <ProfileSettings user={user} />;
}

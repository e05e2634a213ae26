import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import { ProfileSettings } from "#components/settings/profile-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

export default async function SettingsPage({ params }: { params: Promise<{ environment: string }> }) {
  const { user } = await requirePartner((await params).environment);
  return <ProfileSettings user={user} />;
}

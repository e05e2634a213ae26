import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { ProfileSettings } from "#components/settings/profile-settings.tsx";

export const generateMetadata = titled("settings.title");

export default async function SettingsPage({ params }: WorldPageProps) {
  const { user } = await requirePartner((await params).environment);
  return <ProfileSettings user={user} />;
}

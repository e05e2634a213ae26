import { requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { ProfileSettings } from "#components/settings/profile-settings.tsx";

export const generateMetadata = titled("settings.title");

export default async function SupportSettingsPage() {
  const { user } = await requireStaff("operator");
  return <ProfileSettings user={user} />;
}

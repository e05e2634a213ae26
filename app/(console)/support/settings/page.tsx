import { getTranslations } from "next-intl/server";
import { requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { ProfileSettings } from "#components/settings/profile-settings.tsx";
import { version } from "#lib/platform/version.ts";

export const generateMetadata = titled("settings.title");

export default async function SupportSettingsPage() {
  const { user } = await requireStaff("operator");
  const t = await getTranslations("settings");
  return (
    <>
      <ProfileSettings user={user} />
      <p className="mt-5 text-sm text-muted-foreground">
        {t("release", { version: version.version, commit: version.commit?.slice(0, 12) ?? "none" })}
      </p>
    </>
  );
}

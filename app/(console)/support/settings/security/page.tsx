import { requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { SecuritySettings } from "#components/settings/security-settings.tsx";

export const generateMetadata = titled("security.title");

export default async function SupportSecurityPage() {
  return <SecuritySettings ctx={await requireStaff("operator")} />;
}

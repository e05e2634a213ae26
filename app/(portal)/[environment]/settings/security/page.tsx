import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { SecuritySettings } from "#components/settings/security-settings.tsx";

export const generateMetadata = titled("security.title");

export default async function SecurityPage({ params }: WorldPageProps) {
  return <SecuritySettings ctx={await requirePartner((await params).environment)} />;
}

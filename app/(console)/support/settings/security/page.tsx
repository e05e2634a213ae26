import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requireStaff } from "#app/_session/session.ts";
import { SecuritySettings } from "#components/settings/security-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("security"))("title") };
}

export default async function SupportSecurityPage() {
  return <SecuritySettings ctx={await requireStaff("operator")} />;
}

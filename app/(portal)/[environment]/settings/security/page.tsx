import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import { SecuritySettings } from "#components/settings/security-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("security"))("title") };
}

export default async function SecurityPage({ params }: { params: Promise<{ environment: string }> }) {
  return <SecuritySettings ctx={await requirePartner((await params).environment)} />;
}

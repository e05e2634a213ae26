import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { InsuredSettingsForm } from "#components/settings/insured-settings.tsx";
import { insuredSettingsQuery } from "#components/settings/queries.ts";
import { sendsMail } from "#lib/platform/mail/mail.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.insured") };
}

export default async function InsuredSettingsPage({ params }: { params: Promise<{ environment: string }> }) {
  const ctx = await requirePartner((await params).environment, "owner");
  const { environment } = ctx.world;
  const [settings] = await prefetch(ctx, insuredSettingsQuery(environment));
  return (
    <Prefetched areas={["settings"]}>
      <InsuredSettingsForm environment={environment} settings={settings} sendsMail={sendsMail} />
    </Prefetched>
  );
}

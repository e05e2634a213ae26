import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { trpc } from "#components/kit/api/api.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { InsuredSettingsForm } from "#components/settings/insured-settings.tsx";
import { sendsMail } from "#lib/platform/mail/mail.ts";

export const generateMetadata = titled("settings.tabs.insured");

export default async function InsuredSettingsPage({ params }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "owner");
  const { environment } = ctx.world;
  const [settings] = await prefetch(ctx, trpc.insured.settings.queryOptions({ environment }));
  return (
    <Prefetched areas={["settings"]}>
      <InsuredSettingsForm environment={environment} settings={settings} sendsMail={sendsMail()} />
    </Prefetched>
  );
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { orNotFound, requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { WebhookForm } from "#components/webhooks/webhook-form.tsx";
import { WebhookHelp } from "#components/webhooks/webhook-help.tsx";
import { read } from "#lib/delivery/webhooks/find.ts";
import { env } from "#lib/platform/env.ts";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";

const readWebhook = cache(async (environment: string, webhookId: string) =>
  read(await requirePartner(environment, "developer"), webhookId).catch(orNotFound),
);

export async function generateMetadata({ params }: WorldPageProps<"webhookId">): Promise<Metadata> {
  const { environment, webhookId } = await params;
  const { name } = await readWebhook(environment, webhookId);
  return { title: `${(await getTranslations("webhooks"))("editTitle")} · ${name}` };
}

export default async function EditWebhookPage({ params }: WorldPageProps<"webhookId">) {
  const { environment: name, webhookId } = await params;
  const ctx = await requirePartner(name, "developer");
  const t = await getTranslations("webhooks");
  const { environment } = ctx.world;
  const webhook = await readWebhook(name, webhookId);
  return (
    <ClientMessages areas={["webhooks"]}>
      <PageHeader
        title={t("editTitle")}
        crumbs={[
          { label: t("title"), href: `/${environment}/webhooks` },
          { label: webhook.name, href: `/${environment}/webhooks/${webhook.id}` },
        ]}
      />
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_min(19rem,35%)]">
        <WebhookForm allowedHosts={env.WEBHOOK_ALLOWED_HOSTS} webhook={webhook} />
        <WebhookHelp />
      </div>
    </ClientMessages>
  );
}

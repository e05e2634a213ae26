import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { WebhookForm } from "#components/webhooks/webhook-form.tsx";
import { WebhookHelp } from "#components/webhooks/webhook-help.tsx";
import { list } from "#lib/delivery/webhook-settings/list.ts";
import { maxWebhooks } from "#lib/delivery/webhooks/schema.ts";
import { env } from "#lib/platform/env.ts";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";

export const generateMetadata = titled("webhooks.newTitle");

export default async function NewWebhookPage({ params }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "developer");
  const t = await getTranslations("webhooks");
  const { environment } = ctx.world;
  const { length } = await list(ctx);
  return (
    <ClientMessages areas={["webhooks"]}>
      <PageHeader
        title={t("newTitle")}
        description={t("newDescription")}
        crumbs={[{ label: t("title"), href: `/${environment}/webhooks` }]}
      />
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_min(19rem,35%)]">
        {length < maxWebhooks ? (
          <WebhookForm allowedHosts={env.WEBHOOK_ALLOWED_HOSTS} />
        ) : (
          <Alert tone="warning">{t("full", { most: maxWebhooks })}</Alert>
        )}
        <WebhookHelp />
      </div>
    </ClientMessages>
  );
}

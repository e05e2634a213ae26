import { Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { webhooksQuery } from "#components/webhooks/queries.ts";
import { WebhookList } from "#components/webhooks/webhook-list.tsx";

export const generateMetadata = titled("webhooks.title");

export default async function WebhooksPage({ params }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "developer");
  const t = await getTranslations("webhooks");
  const { environment } = ctx.world;
  await prefetch(ctx, webhooksQuery(environment));
  return (
    <Prefetched areas={["webhooks"]}>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            <ExportButton list="webhooks" />
            <LinkButton href={`/${environment}/webhooks/new`} icon={Plus}>
              {t("create")}
            </LinkButton>
          </>
        }
      />
      <WebhookList />
    </Prefetched>
  );
}

import { Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { versionsQuery } from "#components/prices/queries.ts";
import { VersionList } from "#components/prices/version-list.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";

export const generateMetadata = titled("prices.title");

export default async function PricesPage() {
  const ctx = await requireStaff("support");
  const t = await getTranslations("prices");
  await prefetch(ctx, versionsQuery);
  return (
    <Prefetched areas={["prices"]}>
      <PageHeader
        title={t("title")}
        description={t("supportDescription")}
        actions={
          <LinkButton href="/support/prices/new" icon={Plus}>
            {t("newVersion")}
          </LinkButton>
        }
      />
      <VersionList />
    </Prefetched>
  );
}

import { getTranslations } from "next-intl/server";
import { requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { TemplateList } from "#components/console/templates/template-list.tsx";
import { trpc } from "#components/kit/api/api.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("claims.templates.title");

export default async function TemplatesPage() {
  const ctx = await requireStaff();
  const t = await getTranslations("claims.templates");
  await prefetch(ctx, trpc.console.templates.list.queryOptions());
  return (
    <Prefetched areas={["claims", "shell"]}>
      <PageHeader title={t("title")} description={t("description")} />
      <TemplateList isHandler={ctx.user.role === "handler"} />
    </Prefetched>
  );
}

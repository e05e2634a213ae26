import { getTranslations } from "next-intl/server";
import { requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { Prefetched } from "#components/kit/api/prefetched.tsx";
import { NewVersion } from "#components/prices/new-version.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { exportVersion, listVersions } from "#lib/insurance/prices/overview.ts";

export const generateMetadata = titled("prices.newVersion");

/** Begins with the newest public list, of which most new ones are a change. */
export default async function NewVersionPage() {
  const ctx = await requireStaff("support");
  const t = await getTranslations("prices");
  const [newest] = (await listVersions(ctx)).versions;
  const template = newest === undefined ? "" : await exportVersion(ctx, newest.id, "csv");
  return (
    <Prefetched areas={["contracts", "prices"]}>
      <PageHeader title={t("newVersion")} description={t("newVersionText")} crumbs={[{ label: t("title"), href: "/support/prices" }]} />
      <NewVersion template={template.replaceAll("\r\n", "\n")} />
    </Prefetched>
  );
}

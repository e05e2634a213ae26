import { getTranslations } from "next-intl/server";
import { requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { Prefetched } from "#components/kit/api/prefetched.tsx";
import { NewVersion } from "#components/prices/new-version.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { findTariff } from "#lib/insurance/prices/find.ts";
import { listVersions } from "#lib/insurance/prices/overview.ts";

export const generateMetadata = titled("prices.newVersion");

/** Begins with the newest public list, of which most new ones are a change. */
export default async function NewVersionPage() {
  const ctx = await requireStaff("support");
  const t = await getTranslations("prices");
  const { versions } = await listVersions(ctx);
  const [newest] = versions;
  if (newest === undefined) throw new Error("there is no public price list");
  const { name, version, rates } = await findTariff(newest.id);
  return (
    <Prefetched areas={["contracts", "prices"]}>
      <PageHeader title={t("newVersion")} description={t("newVersionText")} crumbs={[{ label: t("title"), href: "/support/prices" }]} />
      <NewVersion
        versions={versions.map((one) => ({ id: one.id, name: one.name, version: one.version }))}
        start={{ tariffId: newest.id, list: { name, version, rates } }}
      />
    </Prefetched>
  );
}

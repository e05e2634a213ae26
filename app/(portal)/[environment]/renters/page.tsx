import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { apiAddress } from "#components/docs/samples/api-address.ts";
import { sampleRequest } from "#components/docs/samples/request-samples.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { renterParsers, rentersQuery } from "#components/renters/queries.ts";
import { RenterList } from "#components/renters/renter-list.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { attachRenter } from "#lib/insurance/renters/endpoints.ts";
import { findFirstRenter } from "#lib/insurance/renters/find.ts";

export const generateMetadata = titled("renters.title");

export default async function RentersPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "member");
  const t = await getTranslations("renters");
  const asked = await readFilters(renterParsers, searchParams);
  const { environment } = ctx.world;
  await prefetch(ctx, rentersQuery(environment, asked));
  return (
    <Prefetched areas={["renters"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="renters" />} />
      <RenterList attachCall={await readAttachCall(ctx)} />
    </Prefetched>
  );
}

/** The request that attaches a renter which is open for the partner; undefined without one. */
async function readAttachCall(ctx: ContextOf["partner"]): Promise<string | undefined> {
  const renter = await findFirstRenter(ctx);
  if (renter === undefined || renter.isAttached) return undefined;
  return sampleRequest(attachRenter, { name: "", body: { renter_id: renter.uid } }, apiAddress()).curl;
}

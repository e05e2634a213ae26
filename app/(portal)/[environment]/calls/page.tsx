import { ChartColumn } from "lucide-react";
import { getTimeZone, getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { CallList } from "#components/calls/call-list.tsx";
import { describeChoices } from "#components/calls/described-choices.ts";
import { callParsers, callSummaryQuery, callsQuery } from "#components/calls/queries.ts";
import { apiAddress } from "#components/docs/samples/api-address.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { listNamed, listOfWorld } from "#lib/account/keys/list.ts";

export const generateMetadata = titled("calls.title");

export default async function CallsPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "developer");
  const t = await getTranslations("calls");
  const asked = await readFilters(callParsers, searchParams);
  const { environment } = ctx.world;
  const timeZone = await getTimeZone();
  const keys = (await Promise.all([listOfWorld(ctx), listNamed(ctx)])).flat();
  await prefetch(ctx, callsQuery(environment, asked), callSummaryQuery(environment, asked, timeZone));
  return (
    <Prefetched areas={["calls"]}>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            <ExportButton list="calls" />
            <LinkButton variant="outline" href={`/${environment}/calls/errors`} icon={ChartColumn}>
              {t("errorCounts.title")}
            </LinkButton>
          </>
        }
      />
      <CallList choices={describeChoices(keys)} firstCall={`curl '${apiAddress()}/renters' \\\n  -H "key: $COVERGATE_API_KEY"`} />
    </Prefetched>
  );
}

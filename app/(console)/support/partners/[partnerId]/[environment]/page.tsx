import type { Metadata } from "next";
import { getLocale, getTimeZone, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { createLoader } from "nuqs/server";
import type { SearchParams } from "nuqs/server";
import { orNotFound, requireStaff } from "#app/_session/session.ts";
import { readFilters } from "#app/_session/titled.ts";
import { describeChoices } from "#components/calls/described-choices.ts";
import { callParsers } from "#components/calls/queries.ts";
import { partnerQuery } from "#components/console/queries.ts";
import { PartnerTraffic } from "#components/console/traffic/partner-traffic.tsx";
import { partnerCallSummaryQuery, partnerCallsQuery, trafficView } from "#components/console/traffic/queries.ts";
import { wordsOf } from "#components/docs/reference/error-groups.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { listForSupport } from "#lib/account/keys/list.ts";
import { environments } from "#lib/platform/environments.ts";

interface Props {
  params: Promise<{ partnerId: string; environment: string }>;
  searchParams: Promise<SearchParams>;
}

const loadView = createLoader(trafficView);
const keysShown = 100;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("traffic");
  const [{ name }] = await prefetch(await requireStaff("support"), partnerQuery((await params).partnerId)).catch(orNotFound);
  return { title: t("titleOf", { name }) };
}

export default async function PartnerTrafficPage({ params, searchParams }: Props) {
  const ctx = await requireStaff("support");
  const { partnerId, environment: environmentParam } = await params;
  const environment = environments.find((name) => name === environmentParam);
  if (environment === undefined) notFound();
  const [{ id, name }] = await prefetch(ctx, partnerQuery(partnerId)).catch(orNotFound);
  const of = { partnerId: id, environment };
  const { view } = await loadView(searchParams);
  const { rows: keys } = await listForSupport(ctx, { partner: id, environment: [environment], limit: keysShown });
  if (view === "calls") {
    const filters = await readFilters(callParsers, searchParams);
    await prefetch(ctx, partnerCallsQuery(of, filters), partnerCallSummaryQuery(of, filters, await getTimeZone()));
  }
  return (
    <Prefetched areas={["traffic", "calls", "deliveries", "events", "webhooks", "audit"]}>
      <PartnerTraffic
        of={of}
        name={name}
        view={view}
        choices={describeChoices(keys)}
        meanings={view === "causes" ? meaningsIn(await getLocale()) : {}}
      />
    </Prefetched>
  );
}

function meaningsIn(locale: string): Record<string, string> {
  return Object.fromEntries(Object.entries(wordsOf(locale)).map(([name, { meaning }]) => [name, meaning]));
}

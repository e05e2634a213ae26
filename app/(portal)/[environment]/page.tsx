import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { createLoader } from "nuqs/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { makeFirstRequests } from "#components/overview/first-requests.ts";
import { renterMark, settledCookie } from "#components/overview/first-steps.ts";
import { OverviewView } from "#components/overview/overview-view.tsx";
import { failuresQuery, overviewQuery, rangeFilter } from "#components/overview/queries.ts";
import { readinessQuery } from "#components/readiness/queries.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";

const loadRange = createLoader(rangeFilter);

export async function generateMetadata({ params }: WorldPageProps): Promise<Metadata> {
  const { environment } = (await requirePartner((await params).environment)).world;
  const t = await getTranslations();
  // The layout's title template applies only to the pages below this one.
  return { title: `${t("overview.title")} · ${t(`shell.environments.${environment}`)}` };
}

export default async function OverviewPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment);
  const { environment } = ctx.world;
  const isDeveloper = isAmong("developer", ctx.user.role);
  const [{ range }, timeZone, t, jar] = await Promise.all([loadRange(searchParams), getTimeZone(), getTranslations("shell"), cookies()]);
  const ofDeveloper = isDeveloper ? [failuresQuery(environment)] : [];
  const ofDevelopment = isDeveloper && environment === "development" ? [readinessQuery(environment)] : [];
  await prefetch(ctx, overviewQuery(environment, range, timeZone), ...ofDeveloper, ...ofDevelopment);
  return (
    <Prefetched areas={["overview", "deliveries", "readiness", "statements"]}>
      <OverviewView
        environmentName={t(`environments.${environment}`)}
        role={ctx.user.role}
        requests={makeFirstRequests(renterMark, ctx.now)}
        isSettled={jar.has(settledCookie(environment))}
      />
    </Prefetched>
  );
}

import { getLocale, getTimeZone } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { ErrorCountList } from "#components/calls/error-count-list.tsx";
import { errorCountsQuery } from "#components/calls/queries.ts";
import { wordsOf } from "#components/docs/reference/error-groups.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { rangeFilter } from "#components/overview/queries.ts";
import { nameErrors } from "#lib/developer/calls/errors-behind.ts";
import { requestNames } from "#lib/developer/calls/read.ts";

const loadRange = createLoader(rangeFilter);

export const generateMetadata = titled("calls.errorCounts.title");

export default async function ErrorsPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "developer");
  const { environment } = ctx.world;
  const [{ range }, timeZone, locale] = await Promise.all([loadRange(searchParams), getTimeZone(), getLocale()]);
  await prefetch(ctx, errorCountsQuery(environment, range, timeZone));
  return (
    <Prefetched areas={["calls", "overview"]}>
      <ErrorCountList meanings={nameErrors(wordsOf(locale))} requests={requestNames} />
    </Prefetched>
  );
}

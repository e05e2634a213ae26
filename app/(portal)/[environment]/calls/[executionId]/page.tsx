import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { orNotFound, requirePartner } from "#app/_session/session.ts";
import { readFilters } from "#app/_session/titled.ts";
import { samplesOf } from "#components/calls/call-samples.ts";
import { CallView } from "#components/calls/call-view.tsx";
import { callParsers, callQuery } from "#components/calls/queries.ts";
import { wordsOf } from "#components/docs/reference/error-groups.ts";
import { operationHref } from "#components/docs/reference/reference-labels.ts";
import { apiAddress } from "#components/docs/samples/api-address.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { asQuery } from "#components/kit/filters/list-parsers.ts";
import { answeredMessage } from "#lib/developer/calls/answered-message.ts";
import { callListQuery, findNeighbours } from "#lib/developer/calls/list.ts";
import { callParams } from "#lib/developer/calls/schema.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";

interface Props {
  params: Promise<{ environment: string; executionId: string }>;
  /** The filters of the list from which the call was opened; its neighbours are those of that list. */
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations("calls"))("oneTitle", { id: (await params).executionId }) };
}

export default async function CallPage({ params, searchParams }: Props) {
  const { environment: name, executionId } = await params;
  const ctx = await requirePartner(name, "developer");
  if (!callParams.safeParse({ executionId }).success) notFound();
  const { environment } = ctx.world;
  const asked = await readFilters(callParsers, searchParams);
  const { before: _before, after: _after, ...filter } = asked;
  const [call] = await prefetch(ctx, callQuery(environment, executionId)).catch(orNotFound);
  const neighbours = await findNeighbours(ctx, call, callListQuery.parse(asked));
  const { endpoint, request, response } = call;
  const words = wordsOf(await getLocale());
  const answered = answeredMessage(response?.text ?? null);
  const isToldAnyway = call.errors.some((error) => errorCatalogue[error].meaning === answered);
  return (
    <Prefetched areas={["calls"]}>
      <CallView
        executionId={executionId}
        neighbours={neighbours}
        listQuery={String(new URLSearchParams(asQuery(filter)))}
        referenceHref={endpoints.some(({ id }) => id === endpoint) && endpoint !== null ? operationHref(endpoint) : null}
        errors={call.errors.map((error) => ({
          name: error,
          code: errorCatalogue[error].code,
          meaning: words[error].meaning,
          cure: words[error].cure,
        }))}
        answered={isToldAnyway ? undefined : answered}
        // A truncated body cannot be sent again.
        samples={request?.isCut === true ? null : samplesOf(call, apiAddress())}
      />
    </Prefetched>
  );
}

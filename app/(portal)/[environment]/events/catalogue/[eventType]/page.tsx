import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { fieldsHtml, textOf } from "#components/docs/reference/fields-html.ts";
import { schemaOfData } from "#components/docs/reference/openapi-document.ts";
import { baseAddress } from "#components/docs/samples/api-address.ts";
import { WrittenHtml } from "#components/docs/written-html.tsx";
import { KindHeader } from "#components/events/kind-header.tsx";
import { kindsMetQuery } from "#components/events/queries.ts";
import { RecipeCard } from "#components/events/recipe-card.tsx";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import { asShell } from "#lib/developer/recipes/as-shell.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";

export async function generateMetadata({ params }: WorldPageProps<"eventType">): Promise<Metadata> {
  return { title: (await params).eventType };
}

export default async function EventKindPage({ params }: WorldPageProps<"eventType">) {
  const { environment: name, eventType: eventTypeParam } = await params;
  const ctx = await requirePartner(name, "developer");
  const eventType = eventTypes.find((kind) => kind === eventTypeParam);
  if (eventType === undefined) notFound();
  const t = await getTranslations("events.catalogue");
  const { environment } = ctx.world;
  const writing = { language: await getLocale(), t: await getTranslations("docs.reference") };
  const fields = await textOf(fieldsHtml(schemaOfData(eventType), writing));
  await prefetch(ctx, kindsMetQuery(environment));
  return (
    <Prefetched areas={["events", "webhooks"]}>
      <KindHeader eventType={eventType} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <RecipeCard eventType={eventType} script={asShell(recipes[eventType], baseAddress())} />
        <JsonView text={JSON.stringify({ event_type: eventType, data: eventSamples[eventType] })} what={t("sample")} />
      </div>
      <section aria-labelledby="fields" className="mt-6 grid max-w-3xl gap-2">
        <h2 id="fields" className="text-lg font-semibold tracking-tight">
          {t("fields")}
        </h2>
        <WrittenHtml html={fields} />
      </section>
    </Prefetched>
  );
}

import { ChevronRight } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { AnchorLink } from "#components/docs/docs-page.tsx";
import { Inline, Markdown } from "#components/docs/markdown.tsx";
import { follow, jsonOf, webhookOperations } from "#components/docs/reference/openapi-document.ts";
import type { JsonSchema } from "#components/docs/reference/openapi-document.ts";
import { ReferenceFrame } from "#components/docs/reference/reference-frame.tsx";
import { inLanguage } from "#components/docs/reference/reference-labels.ts";
import { webhookChapter } from "#components/docs/reference/reference-links.ts";
import { Field, SchemaFields } from "#components/docs/reference/schema-fields.tsx";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { webhooksTag } from "#lib/openapi/webhooks.ts";

const components = "#/components/schemas/";

/** The schemas of the events' data, each once. */
const bodies = [...new Set(webhookOperations.flatMap(({ requestBody }) => bodyOf(jsonOf(requestBody?.content)?.schema ?? {}) ?? []))];

/** The schema name of an event's `data`. */
function bodyOf(event: JsonSchema): string | undefined {
  return follow(event).properties?.["data"]?.$ref?.replace(components, "");
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.reference");
  return {
    title: `${webhooksTag.name} · ${t("title")}`,
    description: t("chapterDescription", { chapter: webhooksTag.name }),
    alternates: { canonical: `/docs/reference/${webhookChapter}` },
  };
}

export default async function WebhookChapterPage() {
  const [t, language, meanings] = await Promise.all([getTranslations("docs"), getLocale(), getTranslations("webhooks.meanings")]);
  const lead = inLanguage(webhooksTag.description ?? "", language);
  const [any] = webhookOperations;
  return (
    <ReferenceFrame current={webhookChapter} entries={webhookOperations.map(({ summary }) => ({ href: `#${summary}`, title: summary }))}>
      <h1 lang="en" className="text-3xl font-semibold tracking-tight">
        {webhooksTag.name}
      </h1>
      <div lang={lead.lang} className="mt-3 grid max-w-3xl gap-3 text-lg/relaxed text-foreground/90">
        <Markdown text={lead.text} />
      </div>
      <h2 className="mt-8 mb-2 font-semibold">{t("reference.parameters.header")}</h2>
      <ul className="max-w-3xl divide-y overflow-hidden rounded-lg border bg-card">
        {any?.parameters.map(({ name, schema, required, description }) => (
          <Field
            key={name}
            name={name}
            schema={schema}
            isRequired={required === true}
            {...(description !== undefined && { description })}
          />
        ))}
      </ul>
      {bodies.map((body) => (
        <details key={body} id={body} className="group/body mt-4 max-w-3xl">
          <summary className="flex w-fit max-w-full cursor-pointer list-none items-center gap-1 rounded-sm font-semibold [overflow-wrap:anywhere] [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-4 text-muted-foreground transition-transform group-open/body:rotate-90" />
            {t("reference.fieldsOf", { body })}
          </summary>
          <div className="mt-2">
            <SchemaFields schema={{ $ref: `${components}${body}` }} />
          </div>
        </details>
      ))}
      <div className="mt-10 grid gap-10">
        {webhookOperations.map(({ summary, description = "", requestBody }) => {
          const { schema, example } = jsonOf(requestBody?.content) ?? {};
          const body = schema && bodyOf(schema);
          return (
            <section
              key={summary}
              id={summary}
              aria-labelledby={`${summary}-title`}
              className="grid gap-x-10 gap-y-4 border-t pt-6 xl:grid-cols-2"
            >
              <div className="grid min-w-0 content-start gap-3">
                <div className="group flex items-center gap-2">
                  <h2 id={`${summary}-title`} className="min-w-0 font-mono text-lg font-semibold [overflow-wrap:anywhere]">
                    {summary}
                  </h2>
                  <AnchorLink id={summary} label={t("linkTo", { title: summary })} />
                </div>
                {language.startsWith("fr") ? (
                  <p className="text-foreground/90">{meanings(summary.slice("v2.".length) as "contract.created")}.</p>
                ) : (
                  <p className="text-foreground/90">
                    <Inline text={description} />
                  </p>
                )}
                {body === undefined ? null : (
                  <a href={`#${body}`} className="w-fit rounded-sm text-link underline underline-offset-3">
                    {t("reference.fieldsOf", { body })}
                  </a>
                )}
              </div>
              <JsonView text={JSON.stringify(example)} what={t("reference.sample")} className="[&_pre]:max-h-72" />
            </section>
          );
        })}
      </div>
    </ReferenceFrame>
  );
}

import { html } from "hono/html";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Markdown } from "#components/docs/prose.tsx";
import { listHtml, proseHtml, textOf } from "#components/docs/reference/fields-html.ts";
import { follow, jsonOf, webhookOperations } from "#components/docs/reference/openapi-document.ts";
import type { JsonSchema } from "#components/docs/reference/openapi-document.ts";
import { headingHtml, jsonHtml, objectHtml } from "#components/docs/reference/operation-html.ts";
import { ReferenceFrame } from "#components/docs/reference/reference-frame.tsx";
import { inLanguage, webhookChapter } from "#components/docs/reference/reference-labels.ts";
import { SampleControls } from "#components/docs/samples/sample-controls.tsx";
import { StaticHtml } from "#components/docs/static-html.tsx";
import { storedHtml } from "#components/docs/written-html.tsx";
import { webhooksTag } from "#lib/api/openapi/webhooks.ts";

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
  const [t, language, meanings] = await Promise.all([getTranslations("docs.reference"), getLocale(), getTranslations("webhooks.meanings")]);
  const writing = { language, t };
  const id = `${webhookChapter}-${language}`;
  const lead = inLanguage(webhooksTag.description ?? "", language);
  const [any] = webhookOperations;
  const events = webhookOperations.map(({ summary, description = "", requestBody }) => {
    const { schema, example } = jsonOf(requestBody?.content) ?? {};
    const body = schema && bodyOf(schema);
    const french = language.startsWith("fr") ? html`<p>${meanings(summary.slice("v2.".length) as "contract.created")}.</p>` : undefined;
    return html`<section id="${summary}" aria-labelledby="${summary}-title" class="operation">
      <div>
        ${headingHtml(summary, summary, "en")}${
          french ?? proseHtml(description, writing)
        }${body === undefined ? "" : html`<p><a href="#${body}">${t("fieldsOf", { body })}</a></p>`}
      </div>
      <div>${jsonHtml(example, t("sample"))}</div>
    </section>`;
  });
  const header =
    any?.parameters.map(({ name, schema, required = false, description = "" }) => ({ name, schema, required, description })) ?? [];
  const objects = bodies.map((body) => objectHtml(body, writing));
  const content = html`<h2>${t("parameters.header")}</h2>
    ${listHtml(header, writing)}${objects}${events}`;
  storedHtml.set(id, await textOf(content));
  return (
    <ReferenceFrame current={webhookChapter} entries={webhookOperations.map(({ summary }) => ({ href: `#${summary}`, title: summary }))}>
      <h1 lang="en" className="text-3xl font-semibold tracking-tight">
        {webhooksTag.name}
      </h1>
      <div lang={lead.lang} className="mt-3 grid max-w-3xl gap-3 text-lg/relaxed text-foreground/90">
        <Markdown text={lead.text} />
      </div>
      <StaticHtml id={id} />
      <SampleControls label={t("language")} />
    </ReferenceFrame>
  );
}

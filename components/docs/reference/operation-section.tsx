import { ChevronRight } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AnchorLink } from "#components/docs/docs-page.tsx";
import { Markdown } from "#components/docs/markdown.tsx";
import { MethodBadge } from "#components/docs/reference/method-badge.tsx";
import { bodyOf, jsonOf } from "#components/docs/reference/openapi-document.ts";
import type { Operation, Parameter } from "#components/docs/reference/openapi-document.ts";
import { OperationErrors } from "#components/docs/reference/operation-errors.tsx";
import { inLanguage } from "#components/docs/reference/reference-labels.ts";
import { Field, SchemaFields } from "#components/docs/reference/schema-fields.tsx";
import { RequestExample } from "#components/docs/samples/request-example.tsx";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { formerNamesOf } from "#lib/calls/schema.ts";
import type { Endpoint } from "#lib/endpoint.ts";

const places = ["path", "query", "header", "cookie"] as const;

/** One operation: description, parameters, answers, and samples beside them. */
export async function OperationSection({ endpoint, operation }: { endpoint: Endpoint; operation: Operation }) {
  const [t, language] = await Promise.all([getTranslations("docs"), getLocale()]);
  const { operationId: id, parameters, responses } = operation;
  const { text: summary, lang } = inLanguage(operation.summary, language);
  const description = inLanguage(operation.description ?? "", language);
  const [status = "", success] = Object.entries(responses).find(([each]) => each.startsWith("2")) ?? [];
  const { schema: answer, example: sample } = jsonOf(success?.content) ?? {};
  const outcome = inLanguage(success?.description ?? "", language);
  const body = bodyOf(operation);
  const [first, ...others] = endpoint.examples ?? [];
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-10 gap-y-6 border-t pt-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <div className="grid min-w-0 content-start gap-5">
        {formerNamesOf(id).map((name) => (
          <span key={name} id={name} />
        ))}
        <header className="grid gap-2">
          <div className="group flex items-center gap-2">
            <h2 id={`${id}-title`} lang={lang} className="text-xl font-semibold tracking-tight">
              {summary}
            </h2>
            <AnchorLink id={id} label={t("linkTo", { title: summary })} />
          </div>
          <p className="flex flex-wrap items-center gap-2 font-mono text-base">
            <MethodBadge method={endpoint.method} />
            <span className="[overflow-wrap:anywhere]">{`/v2${endpoint.path}`}</span>
          </p>
          {description.text === "" ? null : (
            <div lang={description.lang} className="grid gap-2 text-foreground/90">
              <Markdown text={description.text} />
            </div>
          )}
        </header>
        {places.map((place) => (
          <Parameters key={place} title={t(`reference.parameters.${place}`)} parameters={parameters.filter((each) => each.in === place)} />
        ))}
        {body === undefined ? null : (
          <Part title={t("reference.body")}>
            <SchemaFields schema={body} />
          </Part>
        )}
        <Part title={`${t("reference.answer")} ${status}`}>
          <p lang={outcome.lang}>{outcome.text}</p>
          {answer === undefined ? <p className="text-muted-foreground">{t("reference.empty")}</p> : <SchemaFields schema={answer} />}
        </Part>
        <OperationErrors responses={responses} />
      </div>
      <div className="grid min-w-0 content-start gap-4 xl:sticky xl:top-14 xl:self-start">
        {first === undefined ? null : <RequestExample endpoint={endpoint} example={first} title={first.name} />}
        {others.length === 0 ? null : (
          <details className="group/more">
            <summary className="flex w-fit max-w-full cursor-pointer list-none items-center gap-1 rounded-sm text-link [&::-webkit-details-marker]:hidden">
              <ChevronRight aria-hidden className="size-4 transition-transform group-open/more:rotate-90" />
              {t("reference.otherSamples", { count: others.length })}
            </summary>
            <div className="mt-3 grid gap-4">
              {others.map((example) => (
                <RequestExample key={example.name} endpoint={endpoint} example={example} title={example.name} />
              ))}
            </div>
          </details>
        )}
        {sample === undefined ? null : <JsonView text={JSON.stringify(sample)} what={`${t("reference.answer")} ${status}`} />}
      </div>
    </section>
  );
}

function Parameters({ title, parameters }: { title: string; parameters: readonly Parameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <Part title={title}>
      <ul className="divide-y overflow-hidden rounded-lg border bg-card">
        {parameters.map(({ name, schema, required, description }) => (
          <Field
            key={name}
            name={name}
            schema={schema}
            isRequired={required === true}
            {...(description !== undefined && { description })}
          />
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  );
}

import { ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Inline } from "#components/docs/markdown.tsx";
import { Code } from "#components/docs/prose.tsx";
import { follow } from "#components/docs/reference/openapi-document.ts";
import type { JsonSchema } from "#components/docs/reference/openapi-document.ts";
import { inLanguage } from "#components/docs/reference/reference-labels.ts";

/** The fields of an object or of a list's objects; inner objects can be expanded. */
export function SchemaFields({ schema }: { schema: JsonSchema }) {
  const alternatives = alternativesOf(schema);
  const t = useTranslations("docs.reference");
  if (alternatives.length > 1) {
    return alternatives.map((alternative, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- alternatives have their place and nothing else
      <div key={index} className="grid gap-1">
        <p className="text-sm text-muted-foreground">{t("alternative", { number: index + 1 })}</p>
        <Fields schema={alternative} />
      </div>
    ));
  }
  return <Fields schema={alternatives[0] ?? schema} />;
}

function Fields({ schema }: { schema: JsonSchema }) {
  const t = useTranslations("docs.reference");
  const { properties, required = [], additionalProperties, items } = follow(schema);
  if (items !== undefined) return <SchemaFields schema={items} />;
  if (properties === undefined && typeof additionalProperties !== "object") {
    return (
      <div className="rounded-lg border bg-card px-4 py-3">
        <Facts schema={follow(schema)} type={typeName(schema)} />
      </div>
    );
  }
  return (
    <ul className="divide-y overflow-hidden rounded-lg border bg-card">
      {Object.entries(properties ?? {}).map(([name, property]) => (
        <Field key={name} name={name} schema={property} isRequired={required.includes(name)} />
      ))}
      {typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0 ? (
        <Field name={`‹${t("anyKey")}›`} schema={additionalProperties} isRequired={false} />
      ) : null}
    </ul>
  );
}

/** A field or parameter with name, type, meaning and accepted values. */
export function Field({
  name,
  schema,
  isRequired,
  description,
}: {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
  description?: string;
}) {
  const t = useTranslations("docs.reference");
  const whole = { ...follow(schema), ...(description !== undefined && { description }) };
  const inner = innerOf(schema);
  return (
    <li className="min-w-0 px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <span className="font-mono font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className="font-mono text-sm text-muted-foreground">{typeName(schema)}</span>
        {isRequired ? <span className="text-sm text-info">{t("required")}</span> : null}
      </p>
      <Facts schema={whole} />
      {inner === undefined ? null : (
        <details className="group/inner mt-2">
          <summary className="flex w-fit max-w-full cursor-pointer list-none items-center gap-1 rounded-sm text-sm text-link [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/inner:rotate-90" />
            {t("fields", { count: countOf(inner) })}
            <span className="sr-only">{name}</span>
          </summary>
          <div className="mt-2 grid gap-2">
            <SchemaFields schema={inner} />
          </div>
        </details>
      )}
    </li>
  );
}

function Description({ text: english }: { text: string }) {
  const { text, lang } = inLanguage(english, useLocale());
  return (
    <p lang={lang} className="text-foreground/85 [overflow-wrap:anywhere]">
      <Inline text={text} />
    </p>
  );
}

function Facts({ schema, type }: { schema: JsonSchema; type?: string }) {
  const t = useTranslations("docs.reference");
  const values = follow(schema.items ?? schema).enum ?? [];
  const limits = limitsOf(schema);
  return (
    <div className="grid gap-1">
      {type === undefined ? null : <p className="font-mono text-sm text-muted-foreground">{type}</p>}
      {schema.description === undefined ? null : <Description text={schema.description} />}
      {values.length === 0 ? null : (
        <Fact name={t("oneOf")}>
          {values.map((value) => (
            <Code key={String(value)}>{String(value)}</Code>
          ))}
        </Fact>
      )}
      {schema.default === undefined ? null : (
        <Fact name={t("defaultsTo")}>
          <Code>{JSON.stringify(schema.default)}</Code>
        </Fact>
      )}
      {limits === "" ? null : <p className="font-mono text-xs text-muted-foreground">{limits}</p>}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline gap-1 text-sm">
      <span className="text-muted-foreground">{name}</span>
      {children}
    </p>
  );
}

/** The alternative shapes of a value, without null. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf } = follow(schema);
  return anyOf === undefined ? [schema] : anyOf.filter((alternative) => follow(alternative).type !== "null");
}

/** The object whose fields are shown below a field; undefined for a plain value. */
function innerOf(schema: JsonSchema): JsonSchema | undefined {
  const shapes = alternativesOf(schema).map((alternative) => follow(alternative));
  const hasFields = ({ properties, additionalProperties, items }: JsonSchema): boolean =>
    properties !== undefined ||
    (typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0) ||
    (items !== undefined && alternativesOf(items).some((item) => hasFields(follow(item))));
  return shapes.some(hasFields) ? schema : undefined;
}

function countOf(schema: JsonSchema): number {
  const counts = alternativesOf(schema).map((alternative) => {
    const { items, properties, additionalProperties } = follow(alternative);
    if (items !== undefined) return countOf(items);
    return Object.keys(properties ?? {}).length || (typeof additionalProperties === "object" ? 1 : 0);
  });
  return Math.max(...counts);
}

/** A type in common notation: `string`, `Contract[]`, `string | null`. */
function typeName(schema: JsonSchema): string {
  const { anyOf, items, type, const: constant, format } = follow(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeName))].join(" | ");
  if (items !== undefined) return `${/ \| /.test(typeName(items)) ? `(${typeName(items)})` : typeName(items)}[]`;
  const names = typeof type === "string" ? [type] : (type ?? ["any"]);
  return names.map((name) => (name === "string" && format !== undefined ? format : name)).join(" | ");
}

function limitsOf(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, exclusiveMinimum, maximum, minItems, maxItems, items } = schema;
  return [
    ...between(minLength === 0 ? undefined : minLength, maxLength, " char."),
    ...(exclusiveMinimum === undefined ? between(minimum, maximum, "") : [`> ${exclusiveMinimum}`]),
    ...(items === undefined ? [] : between(minItems, maxItems, "")),
  ].join(", ");
}

function between(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least === undefined) return most === undefined ? [] : [`≤ ${most}${unit}`];
  return [most === undefined ? `≥ ${least}${unit}` : `${least} – ${most}${unit}`];
}

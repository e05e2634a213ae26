import { follow, jsonOf, webhookOperations } from "#components/docs/document.ts";
import type { JsonSchema } from "#components/docs/document.ts";

/** What the events tell of, by schema: whole, consistent examples of what is read, too. */
const known: ReadonlyMap<string, unknown> = new Map(
  webhookOperations
    .flatMap(({ requestBody }) => {
      const { schema, example } = jsonOf(requestBody?.content) ?? {};
      const reference = schema && follow(schema).properties?.["data"]?.$ref;
      return reference === undefined ? [] : [[reference, (example as { data: unknown }).data] as const];
    })
    .toReversed(),
);

/** An answer made of the document's own examples; undefined where one is missing, as an invented value would mislead. */
export function sampleAnswer(schema: JsonSchema): unknown {
  if (schema.$ref !== undefined && known.has(schema.$ref)) return known.get(schema.$ref);
  const { examples, const: constant, properties, required = [], items, anyOf, enum: values, type } = follow(schema);
  if (examples?.[0] !== undefined) return examples[0];
  if (constant !== undefined) return constant;
  if (values?.[0] !== undefined) return values[0];
  if (anyOf?.[0] !== undefined) return sampleAnswer(anyOf[0]);
  if (items !== undefined) {
    const item = sampleAnswer(items);
    return item === undefined ? undefined : [item];
  }
  if (properties === undefined) return type === "boolean" ? true : undefined;
  const entries = Object.entries(properties).map(([name, property]) => [name, sampleAnswer(property)] as const);
  if (entries.some(([name, value]) => value === undefined && required.includes(name))) return undefined;
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

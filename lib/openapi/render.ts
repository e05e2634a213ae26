import type { CreateDocumentOptions, ZodOpenApiOverrideContext } from "zod-openapi";

type JsonSchema = ZodOpenApiOverrideContext["jsonSchema"];

/** What a schema is on the wire, where it differs from what zod makes of it. */
export const render: CreateDocumentOptions = {
  override({ zodSchema, jsonSchema, io }) {
    const { def } = zodSchema._zod;
    // A yes or no in a query is a text that is read as a boolean.
    if (io === "input" && def.type === "pipe" && def.out._zod.def.type === "boolean") jsonSchema.type = "boolean";
    // Zod leaves out the default of what it transforms, as that is of the type that comes out; here both have one type.
    if (io === "input" && def.type === "default") jsonSchema.default = def.defaultValue;
    if (def.type === "nullable") foldNull(jsonSchema);
    if (def.type === "literal") listConstant(jsonSchema);
    // Generated clients match the pattern against a date that they have parsed already.
    if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    // Keys are texts anyway, and generators read what is said of them as one more type.
    delete jsonSchema.propertyNames;
    // The ends of what a number can hold are no rule of ours.
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    // Answers may gain fields without a new version: a client that refuses unknown ones would break.
    if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  },
};

/** Says a constant as generators know it: a list of one value; of a boolean only its type. */
function listConstant(jsonSchema: JsonSchema): void {
  // One of several, such as the kinds of errors, may be joined by others without a new version.
  if (jsonSchema.enum !== undefined) {
    jsonSchema.examples = jsonSchema.enum;
    delete jsonSchema.enum;
  }
  if (jsonSchema.const === undefined) return;
  if (typeof jsonSchema.const === "boolean") jsonSchema.type = "boolean";
  else jsonSchema.enum = [jsonSchema.const];
  delete jsonSchema.const;
}

/** Says "or null" as a second type, so that what is said of the value stays where readers and generators look for it. */
function foldNull(jsonSchema: JsonSchema): void {
  const [value] = jsonSchema.anyOf ?? [];
  if (typeof value !== "object" || typeof value.type !== "string" || value.enum !== undefined) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...value, ...jsonSchema, type: [value.type, "null"] });
}

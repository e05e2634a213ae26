export type LayerName =
  | "lint"
  | "test"
  | "arbitrary"
  | "config"
  | "route"
  | "entry"
  | "http"
  | "errorEntry"
  | "nounErrors"
  | "errors"
  | "vocabulary"
  | "context"
  | "endpointType"
  | "rules"
  | "schema"
  | "noun"
  | "endpoints"
  | "reference"
  | "runtime"
  | "tables"
  | "database"
  | "verbs";

/** Part of the code whose files import, and are imported, by the same rule. */
interface Layer {
  /** What one of its files is called in a message. */
  called: string;
  /** Its files, by their path below the repository's root. */
  files: RegExp;
  /** The layers whose values and types it may import. */
  imports: readonly LayerName[];
  /** The layers of which it may import types only. */
  types?: readonly LayerName[];
  /** The packages and Node modules that it may import; without a list, all but the `reserved`. */
  packages?: readonly string[];
  /** Why it may import no more, and what to do instead. */
  advice: string;
}

const wordsOfTheField = ["vocabulary", "schema", "noun"] as const satisfies LayerName[];
const library = ["errors", "rules", "runtime", "tables", "database", "verbs", ...wordsOfTheField] as const satisfies LayerName[];
const product = [
  "http",
  "endpoints",
  "endpointType",
  "reference",
  "context",
  "errorEntry",
  "nounErrors",
  "route",
  "entry",
  ...library,
] as const satisfies LayerName[];

/** architecture.md § Layout, as data. A file belongs to the first layer that names it. */
export const layers: Record<LayerName, Layer> = {
  lint: {
    called: "lint",
    files: /^lint\//,
    imports: ["lint"],
    advice: "Lint knows the code by its paths alone.",
  },
  test: {
    called: "a test",
    files: /\.test\.tsx?$|^e2e\//,
    imports: ["test", "arbitrary", "config", ...product],
    advice: "Lint has tests of its own beside it.",
  },
  arbitrary: {
    called: "an arbitrary of the tests",
    files: /(?:^|[./])arbitrary\.ts$/,
    imports: ["arbitrary", "errors", "rules", ...wordsOfTheField],
    types: ["context"],
    advice: "It makes what rules are asked, and rules are asked without a database.",
  },
  config: {
    called: "a configuration",
    files: /^[^/]+\.config\.ts$/,
    imports: ["test", ...product],
    advice: "A configuration names files; it does not run them.",
  },
  route: {
    called: "a route file",
    files: /^app\/(?:v2\/.+|files\/.+|healthz|readyz)\/route\.ts$/,
    imports: ["http", "endpoints", "verbs", "reference"],
    packages: [],
    advice: "It binds an endpoint to a verb and is served by server.ts too, without Next. Do in the verb whatever else is to be done.",
  },
  entry: {
    called: "an entry",
    files: /^(?:app|components|db\/seed|inngest|scripts)\/|^db\/migrate\.ts$|^[^/]+\.ts$/,
    imports: product,
    advice: "What runs must not depend on what tests it. Move what both need to where it belongs in lib/.",
  },
  http: {
    called: "the request pipeline",
    files: /^lib\/http\//,
    imports: ["http", "endpointType", "context", "errorEntry", ...library],
    advice:
      "It serves every endpoint alike, from the endpoint's declaration. Put what is one endpoint's own into that declaration or its verb.",
  },
  errorEntry: {
    called: "the type of an error",
    files: /^lib\/error-entry\.ts$/,
    imports: [],
    packages: [],
    advice: "Every slice of the catalogue imports it, so it imports nothing.",
  },
  nounErrors: {
    called: "a slice of the error catalogue",
    files: /^lib\/(?:[^/]+\/errors|request-errors)\.ts$/,
    imports: [],
    types: ["errorEntry"],
    packages: [],
    advice:
      "Errors are data at the very bottom: everything may throw them. Write the number and the text out, and import ErrorEntry alone.",
  },
  errors: {
    called: "the errors",
    files: /^lib\/(?:errors|refusal)\.ts$/,
    imports: ["nounErrors", "errorEntry"],
    packages: [],
    advice: "Errors are data at the very bottom: everything may throw them. Put the decision to throw into a rule.",
  },
  vocabulary: {
    called: "the vocabulary",
    files: /^lib\/(?:(?:[^/]+\/)?catalogue(?:-[^/]+)?|calendar|characters|dates|money|paging|portal-lists|wire)\.ts$/,
    imports: ["vocabulary"],
    packages: ["zod", "date-fns", "@date-fns/utc"],
    advice: "Schemas, rules and verbs all speak it, so it imports none of them. Take what it needs as an argument.",
  },
  context: {
    called: "the context of a call",
    files: /^lib\/context\.ts$/,
    imports: [],
    types: wordsOfTheField,
    packages: [],
    advice: "It is a type that every verb is given. Describe with types of a schema.ts.",
  },
  endpointType: {
    called: "the type of an endpoint",
    files: /^lib\/endpoint\.ts$/,
    imports: [],
    types: ["errors", ...wordsOfTheField],
    packages: ["zod"],
    advice: "It says what every endpoint declares, so it knows none of them.",
  },
  rules: {
    called: "a rule",
    files: /^lib\/[^/]+\/rules\//,
    imports: ["rules", "errors", ...wordsOfTheField],
    types: ["context"],
    packages: ["ipaddr.js", "node:util", "node:zlib"],
    advice:
      "Rules decide on what they are given, so that every case can be tested without a database, a clock or a network. Let the verb load it and pass it in.",
  },
  schema: {
    called: "a schema",
    files: /^lib\/[^/]+\/(?:schema|requests|payloads|samples)(?:-[^/]+)?\.ts$/,
    imports: ["schema", "vocabulary", "errors"],
    packages: ["zod"],
    advice:
      "Forms, handlers, rules, tables and OpenAPI import schemas, so these say shapes and nothing more. Put meaning into rules/, look-ups into the verb.",
  },
  noun: {
    called: "the noun of a folder",
    files: /^lib\/([a-z-]+)s\/\1\.ts$/,
    imports: [],
    types: wordsOfTheField,
    packages: [],
    advice: "It is the type on which rules decide and which verbs load. Put what is done with it into a rule or a verb.",
  },
  endpoints: {
    called: "a declaration of endpoints",
    files: /^lib\/(?:[^/]+\/)?endpoints(?:-[^/]+)?\.ts$/,
    imports: ["endpoints", "endpointType", "errors", "nounErrors", ...wordsOfTheField],
    packages: ["zod"],
    advice: "OpenAPI, the call log and tests read declarations without running anything. The route file binds the verb.",
  },
  reference: {
    called: "the reference",
    files: /^lib\/openapi\//,
    imports: ["reference", "http", "runtime", "endpoints", "endpointType", "errors", "nounErrors", "errorEntry", ...wordsOfTheField],
    advice: "It derives from declarations and envelopes alone, without running anything. Declare in endpoints.ts what it is to say.",
  },
  runtime: {
    called: "the settings, the log or the identifiers",
    files: /^lib\/(?:env|env-defaults|ids|log)\.ts$/,
    imports: ["runtime"],
    advice: "Everything that runs imports it. Take what it needs as an argument.",
  },
  tables: {
    called: "a table",
    files: /^db\/schema\//,
    imports: ["tables"],
    types: ["context", ...wordsOfTheField],
    packages: ["drizzle-orm"],
    advice: "Migrations are made from tables alone. A table takes its types from a schema.ts and decides nothing.",
  },
  database: {
    called: "the database",
    files: /^db\//,
    imports: ["database", "tables", "rules", "runtime", ...wordsOfTheField],
    advice: "Verbs use the database, never the other way round. Put what is about a noun into a verb.",
  },
  verbs: {
    called: "a verb",
    files: /^lib\//,
    imports: library,
    types: ["context", "endpoints", "endpointType"],
    advice:
      "Routes, pages, jobs and scripts run the same verbs, so a verb takes data and returns data or throws ApiError. Leave the request to lib/http and the page to app.",
  },
};

/** Packages that only some layers may import. */
export const reserved: readonly { packages: readonly string[]; layers: readonly LayerName[]; advice: string }[] = [
  {
    packages: ["next", "react", "react-dom", "server-only"],
    layers: ["entry", "config", "test"],
    advice: "server.ts serves the API without Next, and jobs run without pages. Keep it in app/ or components/ and pass data.",
  },
  {
    packages: ["vitest", "fast-check", "oxlint", "@playwright/test"],
    layers: ["lint", "test", "arbitrary", "config"],
    advice: "What runs must not need what tests it. Move this into a *.test.ts, an arbitrary.ts or e2e/.",
  },
];

/** The layer of a path below the repository's root. */
export function layerOf(path: string): LayerName | undefined {
  return (Object.keys(layers) as LayerName[]).find((name) => layers[name].files.test(path));
}

import { z } from "zod";
import { statement, statementSummary } from "#lib/insurance/statements/schema.ts";
import { endpoint } from "#lib/platform/wire/endpoint.ts";

const side = "contract";
const tag = "Statements";

export const listStatements = endpoint({
  id: "listStatements",
  method: "GET",
  path: "/statements",
  side,
  tag,
  right: "read",
  summary: "List statements",
  description: "What each month added up to, newest first: from the month of the environment's first contract to the current one.",
  success: {
    status: 200,
    description: "The months.",
    resource: "statements",
    data: z.array(statementSummary).meta({ description: "The months, newest first." }),
  },
  errors: [],
  examples: [{ name: "Every month" }],
});

export const readStatement = endpoint({
  id: "getStatement",
  method: "GET",
  path: "/statements/{month}",
  side,
  tag,
  right: "read",
  summary: "Read a statement",
  description:
    "Premiums and claims of a month in Europe/Paris, per renter and in total. A month closes on the third of the next one at 00:00; its figures then never change, and later corrections count in the month in which they are made. With `format=csv` the answer is the month's premium entries, one a line after a header: a closed statement's `sha256` is that of this file.",
  params: z.object({
    // Another text is no month, which the verb answers like a month without a statement.
    month: z.string().meta({ description: "The month, such as `2027-01`.", examples: ["2027-01"] }),
  }),
  query: z.object({
    format: z.enum(["json", "csv"], { error: "must be json or csv" }).default("json").meta({ description: "`csv` for the entries." }),
  }),
  success: {
    status: 200,
    description: "The statement.",
    resource: "statement",
    data: statement,
    schemaName: "StatementResponse",
    file: { contentType: "text/csv", description: "The month's premium entries, with `format=csv`." },
  },
  errors: ["STATEMENT_NOT_FOUND"],
  examples: [{ name: "A month", params: { month: "2027-01" } }],
});

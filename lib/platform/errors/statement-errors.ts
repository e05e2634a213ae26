import type { ErrorEntry } from "#lib/platform/errors/user-error.ts";

/** rules/statements.md#month-4 */
export const statementErrors = {
  STATEMENT_NOT_FOUND: { code: 1090, status: 404, meaning: "there is no statement of this month", cure: "Send a month such as 2027-01, from that of the environment's first contract to the current one. `GET /statements` lists them." },
} as const satisfies Record<string, ErrorEntry>;

import { env } from "#lib/platform/env.ts";
import { commonErrors, errorOf } from "#scripts/admin/explain.ts";

/** `wrong` fails the command; `look` is worth a look. */
export type Finding = readonly [state: "good" | "look" | "wrong", says: string];

export type Checks = Readonly<Record<string, () => Promise<Finding>>>;

/** The setting that says where a check asks. */
const settingOf: Readonly<Record<string, string>> = {
  pooler: "DATABASE_DIRECT_URL",
  replica: "DATABASE_REPLICA_URL",
  documents: env.STORAGE_BUCKET === undefined ? "DATA_DIR" : "STORAGE_BUCKET",
  mail: "SMTP_URL",
  inngest: "INNGEST_BASE_URL",
};

export function explainError(name: string): (error: unknown) => Finding {
  return (error) => {
    const fault = commonErrors[errorOf(error).code];
    if (fault !== undefined) return ["wrong", fault];
    const setting = settingOf[name];
    return ["wrong", `${setting === undefined ? "" : `${setting}: `}${reasonOf(error)}`];
  };
}

/** `fetch` says only that it failed, and wraps why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "fetch failed" && error.cause instanceof Error ? error.cause.message : error.message;
}

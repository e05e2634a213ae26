import { NotFound, Refusal } from "#lib/refusal.ts";

/** For `.catch`: gives a refusal that has no sentence in the portal's languages the one named `key`; passes every other failure on. */
export function nameRefusal(key: string, values: Record<string, string | number> = {}): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Refusal) || error instanceof NotFound || error.key !== undefined) throw error;
    throw new Refusal(error.message, { key, values, cause: error });
  };
}

import { notFound } from "next/navigation";
import { isNotFoundError } from "#lib/api/portal.ts";

/**
 * For pages about one thing: `await read(ctx, id).catch(orNotFound)` answers 404 if it is missing or another partner's; other errors pass.
 */
export function orNotFound(error: unknown): never {
  if (isNotFoundError(error)) notFound();
  throw error;
}

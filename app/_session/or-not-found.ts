import { notFound } from "next/navigation";
import { ZodError } from "zod";
import { isNotFoundError } from "#lib/api/portal.ts";

/**
 * Handles errors of a page about one thing: `await prefetch(ctx, query).catch(orNotFound)` answers 404 if it is missing or another
 * partner's, or if nothing can have such an identifier; other errors pass.
 */
export function orNotFound(error: unknown): never {
  if (isNotFoundError(error) || error instanceof ZodError) notFound();
  throw error;
}

import { notFound } from "next/navigation";
import { isNotFoundError } from "#lib/http/portal.ts";

/** For a page about one thing: `await read(ctx, id).catch(orNotFound)`. What is not there, or foreign, is 404; other failures stay. */
export function orNotFound(error: unknown): never {
  if (isNotFoundError(error)) notFound();
  throw error;
}

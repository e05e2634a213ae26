import type { ApiContext } from "#lib/context.ts";
import { ApiError } from "#lib/errors.ts";

/** The first line of what is done in a development environment alone; 98888 in Production. */
export function assertSandbox({ world }: Pick<ApiContext, "world">): void {
  if (world.environment === "development") return;
  throw new ApiError("INSUFFICIENT_PERMISSIONS", "the sandbox is a part of the development environment alone");
}

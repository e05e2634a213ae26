import type { ApiContext } from "#lib/context.ts";
import { ApiError } from "#lib/errors/catalogue.ts";

/** 98888 in production. */
export function assertSandbox({ world }: Pick<ApiContext, "world">): void {
  if (world.environment === "development") return;
  throw new ApiError("INSUFFICIENT_PERMISSIONS", "the sandbox is a part of the development environment alone");
}

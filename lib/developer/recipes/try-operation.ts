import { z } from "zod";
import { openOwnKey } from "#lib/account/keys/reveal.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import type { Send } from "#lib/developer/recipes/run-step.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";

const values = z.record(z.string().max(60), z.string().max(500));

export const triedRequest = z.strictObject({ operation: z.string().max(100), params: values, query: values, body: z.unknown().optional() });

/** Sends a request from the documentation with the owner's development key, which stays on the server. It is in the call log. */
export async function tryOperation(
  ctx: ContextOf["developer"],
  { operation, params, query, body }: z.output<typeof triedRequest>,
  send: Send,
): Promise<Awaited<ReturnType<Send>>> {
  const key = await openOwnKey(ctx);
  if (ctx.world.environment !== "development") throw new UserError("examples run in Development only", { key: "developmentOnly" });
  const endpoint = endpoints.find(({ id }) => id === operation);
  if (endpoint === undefined) throw new NotFound(`there is no operation ${operation}`, { key: "noOperation" });
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_slot, name: string) => encodeURIComponent(valueOf(params, name)));
  const parameters = new URLSearchParams(query);
  const hasBody = body !== undefined && endpoint.body !== undefined;
  const request = { method: endpoint.method, path: parameters.size === 0 ? path : `${path}?${parameters}`, ...(hasBody && { body }) };
  return send(request, { key, address: ctx.address, source: "try_it", actor: ctx.actor });
}

function valueOf(params: Readonly<Record<string, string>>, name: string): string {
  const value = params[name] ?? "";
  if (value === "") throw new UserError(`${name} is missing`, { key: "parameterMissing", values: { name } });
  return value;
}

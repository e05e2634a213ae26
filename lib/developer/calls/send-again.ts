import { sql } from "#db/client.ts";
import { openOwnKey } from "#lib/account/keys/reveal.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { writeRecorded } from "#lib/developer/calls/record.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import type { Send } from "#lib/developer/recipes/run-step.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { readKept } from "#lib/platform/log/redact.ts";
import type { Method } from "#lib/platform/wire/endpoint.ts";

interface KeptBody {
  method: Method;
  path: string;
  query: string;
  endpoint: string | null;
  body: string | null;
}

/** Sends a call of the log again, with the owner's development key. It is in the log as one of the portal's. */
export async function sendAgain(
  ctx: ContextOf["developer"],
  executionId: string,
  send: Send,
): Promise<{ executionId: string; status: number }> {
  const key = await openOwnKey(ctx);
  if (ctx.world.environment !== "development") throw new UserError("calls are sent again in Development only", { key: "developmentOnly" });
  const [call] = await sql<KeptBody[]>`
    select method, path, query, endpoint, request_body as body from calls where execution_id = ${executionId} and world_id = ${ctx.world.id}`;
  if (call === undefined) throw new NotFound(`there is no call ${executionId}`, { key: "noCall" });
  const { method, path, query, body } = call;
  const request = { method, path: `${path.replace(/^\/v2/, "")}${query === "" ? "" : `?${query}`}` };
  const parsed = readBody(call);
  const { executionId: newExecutionId, status } = await send(
    { ...request, ...(body !== null && { body: parsed }) },
    { key, address: ctx.address, source: "try_it", actor: ctx.actor },
  );
  // The page of the new call opens next.
  await writeRecorded();
  return { executionId: newExecutionId, status };
}

/** Refuses calls that the log does not hold whole: cut bodies, removed secrets, files, and texts that are no JSON. */
function readBody({ endpoint: id, path, query, body }: KeptBody): unknown {
  const endpoint = endpoints.find((each) => each.id === id);
  const payload = body === null ? undefined : readKept(body);
  const isWhole =
    endpoint !== undefined &&
    endpoint.body?.streamed === undefined &&
    payload?.isCut !== true &&
    ![path, query, payload?.text ?? ""].some((text) => text.includes("[removed]"));
  if (!isWhole) refuse();
  try {
    return payload === undefined ? undefined : (JSON.parse(payload.text) as unknown);
  } catch {
    return refuse();
  }
}

function refuse(): never {
  throw new UserError("the log does not hold all of this call", { key: "callNotWhole" });
}

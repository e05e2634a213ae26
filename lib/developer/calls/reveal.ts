import { db, sql } from "#db/client.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { AuditedContext, DeveloperContext, StaffContext } from "#lib/account/worlds/context.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { unmaskValue } from "#lib/platform/log/mask.ts";
import type { MaskedPart } from "#lib/platform/log/mask.ts";
import { readKept } from "#lib/platform/log/redact.ts";

interface RevealRequest {
  executionId: string;
  part: MaskedPart;
  place: number;
}

export async function reveal(ctx: DeveloperContext, request: RevealRequest): Promise<{ text: string }> {
  return revealValue(ctx, await readPart(request, ctx.world.id), request);
}

export async function revealForStaff(ctx: StaffContext, request: RevealRequest): Promise<{ text: string }> {
  return revealValue(ctx, await readPart(request), request);
}

/** The audit entry is written before the value is returned. */
async function revealValue(ctx: AuditedContext, body: string, { executionId, part, place }: RevealRequest): Promise<{ text: string }> {
  const input = unmaskValue(readKept(body).text, place);
  if (input === undefined) rejectUnknown(executionId);
  const { field, value } = input;
  await db.transaction((tx) => recordAudit(tx, ctx, { action: "call.revealed", subjectId: executionId, details: { part, field, place } }));
  return { text: value };
}

async function readPart({ executionId, part }: RevealRequest, worldId?: number): Promise<string> {
  const column = { request: sql`request_body`, response: sql`response_body`, query: sql`query`, path: sql`path` }[part];
  // Looks into each world by its key, since an index begins with the world.
  const [row] = await sql<{ text: string | null }[]>`
    select c.text from worlds cross join lateral (
      select ${column} as text from calls where world_id = worlds.id and execution_id = ${executionId} offset 0) c
    where ${worldId === undefined ? sql`true` : sql`worlds.id = ${worldId}`}`;
  return row?.text ?? rejectUnknown(executionId);
}

function rejectUnknown(executionId: string): never {
  throw new NotFound(`there is no call ${executionId} with this value`, { key: "noCall" });
}

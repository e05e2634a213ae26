import { db } from "#db/client.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { SupportContext, World } from "#lib/account/worlds/context.ts";
import { findWorld } from "#lib/account/worlds/find.ts";
import { read as readDelivery } from "#lib/delivery/deliveries/read.ts";
import { read as readCall } from "#lib/developer/calls/read.ts";
import type { CallDetail } from "#lib/developer/calls/read.ts";
import { readForPortal as readEvent } from "#lib/developer/events/read-for-portal.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** The context of verbs that only read a world; logs go by real time. */
interface ReadContext {
  world: World;
  realTime: Date;
}

export const bodyKinds = ["call", "delivery", "event"] as const;
type BodyKind = (typeof bodyKinds)[number];

interface RevealRequest {
  partnerId: string;
  environment: Environment;
  kind: BodyKind;
  id: string;
}

export interface RevealedBody {
  name: "request" | "response" | "payload";
  text: string;
}

/** A call without its bodies, which support sees with a reason alone. */
export type CallForSupport = Omit<CallDetail, "request" | "response" | "masked"> & { hasBodies: boolean };

export async function readCallForSupport(
  ctx: SupportContext,
  { executionId, ...of }: { partnerId: string; environment: Environment; executionId: string },
): Promise<CallForSupport> {
  const { request, response, masked: _masked, ...call } = await readCall(await enterWorldToRead(ctx, of), executionId);
  return { ...call, hasBodies: request !== null || response !== null };
}

/** Reveals the bodies, with names and addresses of people still hidden in calls; the audit entry is written before. */
export async function revealBodies(ctx: SupportContext, { kind, id, ...of }: RevealRequest, reason: string): Promise<RevealedBody[]> {
  const bodies = await readBodies(ctx, kind, id, of);
  await db.transaction((tx) => recordAudit(tx, ctx, { action: "bodies.revealed", subjectId: id, reason, details: { kind, ...of } }));
  return bodies;
}

async function readBodies(
  ctx: SupportContext,
  kind: BodyKind,
  id: string,
  of: Omit<RevealRequest, "kind" | "id">,
): Promise<RevealedBody[]> {
  const world = await enterWorldToRead(ctx, of);
  if (kind === "call") {
    const { request, response } = await readCall(world, id);
    return [...body("request", request?.text), ...body("response", response?.text)];
  }
  if (kind === "event") return body("payload", (await readEvent(world, id)).payload);
  const { payload, history } = await readDelivery(world, id);
  return [...body("payload", payload), ...body("response", history.at(-1)?.responseBody)];
}

function body(name: RevealedBody["name"], text: string | null | undefined): RevealedBody[] {
  return text === null || text === undefined || text === "" ? [] : [{ name, text }];
}

/** Lets support read a partner's world as its owners do. NotFound for an unknown partner. */
export async function enterWorldToRead(
  ctx: SupportContext,
  { partnerId, environment }: { partnerId: string; environment: Environment },
): Promise<ReadContext> {
  return { world: await findWorld(partnerId, environment), realTime: ctx.now };
}

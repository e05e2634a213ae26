import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { webhooks } from "#db/schema/webhooks.ts";
import type { AuditAction } from "#lib/account/audit/list-filters.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import type { DeveloperContext, PortalContext } from "#lib/account/worlds/context.ts";
import { announceWebhookChange } from "#lib/delivery/deliveries/due.ts";
import { diagnoseSignature } from "#lib/delivery/webhook-settings/diagnose-signature.ts";
import type { Diagnosis, ReceivedRequest } from "#lib/delivery/webhook-settings/diagnose-signature.ts";
import { findWebhook, lockWebhook } from "#lib/delivery/webhooks/find.ts";
import { rotationOverlapMs, timestampOf } from "#lib/delivery/webhooks/rules/signature.ts";
import type { SecretPurpose } from "#lib/delivery/webhooks/schema.ts";
import { decryptSecret, newSecretFor, openSecrets } from "#lib/delivery/webhooks/secrets.ts";
import type { StoredSecrets } from "#lib/delivery/webhooks/secrets.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

export interface Signing {
  enabled: boolean;
  previousUntil: Date | null;
}

function signingOf({ signingSecret, previousSecretUntil }: StoredSecrets, now: Date): Signing {
  const isOverlap = previousSecretUntil !== null && previousSecretUntil > now;
  return { enabled: signingSecret !== null, previousUntil: isOverlap ? previousSecretUntil : null };
}

export async function readSigning(ctx: PortalContext, webhookId: string): Promise<Signing> {
  await findWebhook(ctx.world, webhookId);
  const [secrets] = await db.select(secretColumns).from(webhooks).where(eq(webhooks.id, webhookId));
  return signingOf(secrets ?? rejectUnsigned(), ctx.realTime);
}

/** Signs deliveries from now on. A webhook that already signs keeps its secret. */
export async function enableSigning(ctx: DeveloperContext, webhookId: string): Promise<Signing> {
  assertRecentlyAuthenticated(ctx, "enableSigning");
  return changeSecrets(ctx, webhookId, "webhook.signingEnabled", ({ signingSecret, ...rest }) =>
    signingSecret === null
      ? { signingSecret: newSecretFor(webhookId), previousSecret: null, previousSecretUntil: null }
      : { signingSecret, ...rest },
  );
}

export async function disableSigning(ctx: DeveloperContext, webhookId: string): Promise<Signing> {
  assertRecentlyAuthenticated(ctx, "disableSigning");
  return changeSecrets(ctx, webhookId, "webhook.signingDisabled", () => ({
    signingSecret: null,
    previousSecret: null,
    previousSecretUntil: null,
  }));
}

/**
 * Makes a new secret; the previous one also signs for 24 hours (rules/deliveries.md#signatures-2), during which a further rotation would
 * drop it.
 */
export async function rotateSecret(ctx: DeveloperContext, webhookId: string): Promise<Signing> {
  assertRecentlyAuthenticated(ctx, "rotateSecret");
  return changeSecrets(ctx, webhookId, "webhook.secretRotated", (secrets) => {
    if (signingOf(secrets, ctx.realTime).previousUntil !== null) {
      throw new UserError("the secret before this one still signs: rotate again when it no longer does", { key: "secretOverlap" });
    }
    return {
      signingSecret: newSecretFor(webhookId),
      previousSecret: secrets.signingSecret ?? rejectUnsigned(),
      previousSecretUntil: new Date(ctx.realTime.getTime() + rotationOverlapMs),
    };
  });
}

/** Returns the secret and writes the audit entry in the same transaction. */
export async function revealSecret(ctx: DeveloperContext, webhookId: string, purpose: SecretPurpose): Promise<{ text: string }> {
  assertRecentlyAuthenticated(ctx, "revealSecret");
  return db.transaction(async (tx) => {
    const { signingSecret } = await lockSecrets(tx, ctx, webhookId);
    if (signingSecret === null) rejectUnsigned();
    const action = purpose === "reveal" ? "webhook.secretRevealed" : "webhook.secretCopied";
    await recordAudit(tx, ctx, { action, subjectId: webhookId });
    return { text: decryptSecret(signingSecret, webhookId) };
  });
}

/** Diagnoses the signature of a received request; a UserError if the webhook does not sign. */
export async function checkSignature(ctx: DeveloperContext, webhookId: string, request: ReceivedRequest): Promise<Diagnosis> {
  const { world, realTime: now } = ctx;
  const ofWorld = await db
    .select({ ...secretColumns, id: webhooks.id, name: webhooks.name })
    .from(webhooks)
    .where(and(eq(webhooks.worldId, world.id), isNull(webhooks.deletedAt), isNotNull(webhooks.signingSecret)));
  const own = ofWorld.find(({ id }) => id === webhookId);
  if (own === undefined) rejectUnsigned();
  const secrets = openSecrets(webhookId, own, now);
  const isExpired = own.previousSecret !== null && secrets.length === 1;
  return diagnoseSignature(request, {
    secrets,
    expiredSecret: isExpired && own.previousSecret !== null ? decryptSecret(own.previousSecret, webhookId) : null,
    others: ofWorld
      .filter(({ id }) => id !== webhookId)
      .flatMap((other) => openSecrets(other.id, other, now).map((secret) => ({ name: other.name, secret }))),
    sent: await findSent(ctx, webhookId, request.headers["webhook-id"]?.trim() ?? ""),
    now,
  });
}

async function findSent(
  { world }: Pick<PortalContext, "world">,
  webhookId: string,
  eventId: string,
): Promise<{ body: string; timestamps: number[] } | null> {
  const [delivery] = await sql<{ body: string; startedAt: string[] }[]>`
    select e.payload as body, array(
      select to_json(a.started_at) #>> '{}' from deliveries d join delivery_attempts a on a.delivery_id = d.id
      where d.id > 'dlv_' || substr(e.id, 5, 10) and d.id < 'dlv_' || substr(e.id, 5, 10) || '~' and d.event_id = e.id and d.webhook_id = ${webhookId}
    ) as "startedAt"
    from events e where e.id = ${eventId} and e.world_id = ${world.id}`;
  return delivery === undefined ? null : { body: delivery.body, timestamps: delivery.startedAt.map((at) => timestampOf(new Date(at))) };
}

const { signingSecret: current, previousSecret: previous, previousSecretUntil: previousUntil } = webhooks;
const secretColumns = { signingSecret: current, previousSecret: previous, previousSecretUntil: previousUntil };

async function lockSecrets(tx: Transaction, ctx: Pick<PortalContext, "world">, webhookId: string): Promise<StoredSecrets> {
  await lockWebhook(tx, ctx.world, webhookId, "change");
  const [secrets] = await tx.select(secretColumns).from(webhooks).where(eq(webhooks.id, webhookId));
  return secrets ?? rejectUnsigned();
}

async function changeSecrets(
  ctx: PortalContext,
  webhookId: string,
  action: AuditAction,
  decide: (before: StoredSecrets) => StoredSecrets,
): Promise<Signing> {
  const { before, after } = await db.transaction(async (tx) => {
    const secrets = await lockSecrets(tx, ctx, webhookId);
    const changed = decide(secrets);
    if (changed.signingSecret === secrets.signingSecret) return { before: secrets, after: secrets };
    await tx.update(webhooks).set(changed).where(eq(webhooks.id, webhookId));
    await recordAudit(tx, ctx, { action, subjectId: webhookId });
    return { before: secrets, after: changed };
  });
  // Waiting deliveries in memory would still be signed with the old secrets.
  if (after !== before) announceWebhookChange(webhookId);
  return signingOf(after, ctx.realTime);
}

function rejectUnsigned(): never {
  throw new UserError("the webhook does not sign: enable signatures first", { key: "webhookUnsigned" });
}

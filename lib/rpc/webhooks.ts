import { z } from "zod";
import { seenBody } from "#lib/account/keys/requests.ts";
import { countRecoverable, recover } from "#lib/delivery/deliveries/recover.ts";
import { recovery } from "#lib/delivery/deliveries/schema.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { readHealth } from "#lib/delivery/webhook-settings/health.ts";
import { list } from "#lib/delivery/webhook-settings/list.ts";
import { change, countWaiting, create, remove, settingsOfNew, settingsToChange } from "#lib/delivery/webhook-settings/manage.ts";
import { listOutageNotices, markOutageNoticesSeen } from "#lib/delivery/webhook-settings/outages.ts";
import {
  checkSignature,
  disableSigning,
  enableSigning,
  readSigning,
  revealSecret,
  rotateSecret,
} from "#lib/delivery/webhook-settings/signing.ts";
import { secretPurposes } from "#lib/delivery/webhooks/schema.ts";
import { eventId } from "#lib/developer/events/schema.ts";
import { sendTestEvent } from "#lib/developer/events/send-test-event.ts";
import { overviewQuery } from "#lib/platform/traffic/ranges.ts";
import { givenInstant } from "#lib/platform/wire/wire.ts";
import { owner, router } from "#lib/rpc/procedures.ts";

const webhookParams = z.object({ webhookId: z.string().max(64) });

const testEventBody = z.strictObject({ eventType: z.enum(eventTypes) });

const secretBody = z.strictObject({ purpose: z.enum(secretPurposes) });

/** A request that a receiver got: headers by lower-case name, and the body. */
const receivedRequestBody = z.strictObject({
  headers: z.record(z.string().max(200), z.string().max(4000)),
  body: z.string().max(500_000),
});

/** A recovery as it was counted, and the event to continue after. */
const recoverBody = recovery.extend({ countedAt: givenInstant, after: eventId.optional() });

const changeOfOne = webhookParams.extend({ changes: settingsToChange });

export const webhooks = router({
  list: owner.query(({ ctx }) => list(ctx)),
  create: owner.input(z.object({ settings: settingsOfNew })).mutation(({ ctx, input }) => create(ctx, input.settings)),
  change: owner.input(changeOfOne).mutation(({ ctx, input }) => change(ctx, input.webhookId, input.changes)),
  remove: owner.input(webhookParams).mutation(({ ctx, input }) => remove(ctx, input.webhookId)),
  health: owner.input(overviewQuery.extend(webhookParams.shape)).query(({ ctx, input }) => readHealth(ctx, input.webhookId, input)),
  countWaiting: owner.input(webhookParams).query(({ ctx, input }) => countWaiting(ctx, input.webhookId)),
  sendTestEvent: owner
    .input(testEventBody.extend(webhookParams.shape))
    .mutation(({ ctx, input }) => sendTestEvent(ctx, input.webhookId, input.eventType)),

  countRecoverable: owner
    .input(recovery.extend(webhookParams.shape))
    .query(({ ctx, input: { webhookId, ...period } }) => countRecoverable(ctx, webhookId, period)),
  recover: owner
    .input(recoverBody.extend(webhookParams.shape))
    .mutation(({ ctx, input: { webhookId, ...counted } }) => recover(ctx, webhookId, counted)),

  signing: owner.input(webhookParams).query(({ ctx, input }) => readSigning(ctx, input.webhookId)),
  enableSigning: owner.input(webhookParams).mutation(({ ctx, input }) => enableSigning(ctx, input.webhookId)),
  disableSigning: owner.input(webhookParams).mutation(({ ctx, input }) => disableSigning(ctx, input.webhookId)),
  rotateSecret: owner.input(webhookParams).mutation(({ ctx, input }) => rotateSecret(ctx, input.webhookId)),
  // A mutation, so that no address contains the secret and no cache stores the answer.
  revealSecret: owner
    .input(secretBody.extend(webhookParams.shape))
    .mutation(({ ctx, input }) => revealSecret(ctx, input.webhookId, input.purpose)),
  checkSignature: owner
    .input(receivedRequestBody.extend(webhookParams.shape))
    .mutation(({ ctx, input: { webhookId, ...received } }) => checkSignature(ctx, webhookId, received)),

  notices: owner.query(({ ctx }) => listOutageNotices(ctx)),
  markNoticesSeen: owner.input(seenBody).mutation(({ ctx, input }) => markOutageNoticesSeen(ctx, input.until)),
});

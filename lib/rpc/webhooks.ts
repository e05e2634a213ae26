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
import { developer, router } from "#lib/rpc/procedures.ts";

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
  list: developer.query(({ ctx }) => list(ctx)),
  create: developer.input(z.object({ settings: settingsOfNew })).mutation(({ ctx, input }) => create(ctx, input.settings)),
  change: developer.input(changeOfOne).mutation(({ ctx, input }) => change(ctx, input.webhookId, input.changes)),
  remove: developer.input(webhookParams).mutation(({ ctx, input }) => remove(ctx, input.webhookId)),
  health: developer.input(overviewQuery.extend(webhookParams.shape)).query(({ ctx, input }) => readHealth(ctx, input.webhookId, input)),
  countWaiting: developer.input(webhookParams).query(({ ctx, input }) => countWaiting(ctx, input.webhookId)),
  sendTestEvent: developer
    .input(testEventBody.extend(webhookParams.shape))
    .mutation(({ ctx, input }) => sendTestEvent(ctx, input.webhookId, input.eventType)),

  countRecoverable: developer
    .input(recovery.extend(webhookParams.shape))
    .query(({ ctx, input: { webhookId, ...period } }) => countRecoverable(ctx, webhookId, period)),
  recover: developer
    .input(recoverBody.extend(webhookParams.shape))
    .mutation(({ ctx, input: { webhookId, ...counted } }) => recover(ctx, webhookId, counted)),

  signing: developer.input(webhookParams).query(({ ctx, input }) => readSigning(ctx, input.webhookId)),
  enableSigning: developer.input(webhookParams).mutation(({ ctx, input }) => enableSigning(ctx, input.webhookId)),
  disableSigning: developer.input(webhookParams).mutation(({ ctx, input }) => disableSigning(ctx, input.webhookId)),
  rotateSecret: developer.input(webhookParams).mutation(({ ctx, input }) => rotateSecret(ctx, input.webhookId)),
  // A mutation, so that no address contains the secret and no cache stores the answer.
  revealSecret: developer
    .input(secretBody.extend(webhookParams.shape))
    .mutation(({ ctx, input }) => revealSecret(ctx, input.webhookId, input.purpose)),
  checkSignature: developer
    .input(receivedRequestBody.extend(webhookParams.shape))
    .mutation(({ ctx, input: { webhookId, ...received } }) => checkSignature(ctx, webhookId, received)),

  notices: developer.query(({ ctx }) => listOutageNotices(ctx)),
  markNoticesSeen: developer.input(seenBody).mutation(({ ctx, input }) => markOutageNoticesSeen(ctx, input.until)),
});

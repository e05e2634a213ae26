import { z } from "zod";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { printable } from "#lib/platform/text/characters.ts";

/** Bounds the list of an environment and the receivers of an event. */
export const maxWebhooks = 50;

/** lib/delivery/webhooks/rules/callback-url.ts under the settings of an installation. */
export type CheckUrl = (text: string) => { ok: true; url: URL } | { ok: false; error: string };

const maxNameLength = 80;
const name = z
  .string({ error: "nameLength" })
  .trim()
  .min(1, "nameLength")
  .max(maxNameLength, "nameLength")
  .regex(printable, "nameCharacters");

const enabled = z.boolean({ error: "enabledInvalid" });

const subscribed = z
  .array(z.enum(eventTypes, { error: "eventsInvalid" }), { error: "eventsInvalid" })
  .min(1, "noEvents")
  .refine((chosen) => new Set(chosen).size === chosen.length, "eventsInvalid")
  .transform((chosen): EventType[] => eventTypes.filter((eventType) => chosen.includes(eventType)));

function callbackUrl(checkUrl: CheckUrl) {
  return z
    .string({ error: "urlIncomplete" })
    .trim()
    .transform((text, { issues }) => {
      const checked = checkUrl(text);
      if (checked.ok) return checked.url.href;
      // Without the input, which may hold a token.
      issues.push({ code: "custom", message: checked.error, input: undefined });
      return z.NEVER;
    });
}

/** An error is a key of `webhooks.settingsFaults` in messages/<language>/webhooks.json (rules/deliveries.md#webhooks-2). */
export function webhookSettings(checkUrl: CheckUrl) {
  return z.strictObject({ name, url: callbackUrl(checkUrl), enabled: enabled.default(true), eventTypes: subscribed });
}
export type WebhookSettings = z.output<ReturnType<typeof webhookSettings>>;
export type WebhookSettingsInput = z.input<ReturnType<typeof webhookSettings>>;

/** `signed`: whether it signs its requests from the start (rules/deliveries.md#signatures-1). */
export function newWebhook(checkUrl: CheckUrl) {
  return webhookSettings(checkUrl).extend({ signed: enabled.default(false) });
}
export type NewWebhookInput = z.input<ReturnType<typeof newWebhook>>;

/** The fate of the deliveries that waited while the webhook was disabled. */
export const missedChoices = ["send", "skip"] as const;
export type MissedChoice = (typeof missedChoices)[number];

/** `missed` counts where a disabled webhook is enabled. */
export function webhookChanges(checkUrl: CheckUrl) {
  return z.strictObject({ name, url: callbackUrl(checkUrl), enabled, eventTypes: subscribed, missed: z.enum(missedChoices) }).partial();
}
export type WebhookChanges = z.output<ReturnType<typeof webhookChanges>>;
export type WebhookChangesInput = z.input<ReturnType<typeof webhookChanges>>;

/** `copy` puts the secret on the clipboard without showing it. Both are audited. */
export const secretPurposes = ["reveal", "copy"] as const;
export type SecretPurpose = (typeof secretPurposes)[number];

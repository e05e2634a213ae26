import { z } from "zod";
import { eventTypes } from "#lib/events/catalogue.ts";
import type { EventType } from "#lib/events/catalogue.ts";

/** How many webhooks an environment may have: what a list shows whole, and what an event is sent to at most. */
export const maxWebhooks = 50;

/** The rule on callback URLs under the settings of an installation (lib/webhooks/rules/callback-url.ts). */
export type CheckUrl = (text: string) => { ok: true; url: URL } | { ok: false; fault: string };

const longestName = 80;
const name = z
  .string({ error: "nameLength" })
  .trim()
  .min(1, "nameLength")
  .max(longestName, "nameLength")
  .regex(/^\P{Cc}*$/u, "nameCharacters");

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
      // Without what was typed: it may hold a token.
      issues.push({ code: "custom", message: checked.fault, input: undefined });
      return z.NEVER;
    });
}

/**
 * What a webhook is created with (resolutions.md § 9). What is wrong is told by a name, of the form as of the verb, whose sentence
 * is in `webhooks.settingsFaults` of messages/<language>/webhooks.json; the URL comes out in its normal form, the event types in the order of the catalogue.
 */
export function webhookSettings(checkUrl: CheckUrl) {
  return z.strictObject({ name, url: callbackUrl(checkUrl), enabled: enabled.default(true), eventTypes: subscribed });
}
export type WebhookSettings = z.output<ReturnType<typeof webhookSettings>>;
export type WebhookSettingsInput = z.input<ReturnType<typeof webhookSettings>>;

/** What may be changed of a webhook: any of its settings; what is left out stays as it is. */
export function webhookChanges(checkUrl: CheckUrl) {
  return z.strictObject({ name, url: callbackUrl(checkUrl), enabled, eventTypes: subscribed }).partial();
}
export type WebhookChanges = z.output<ReturnType<typeof webhookChanges>>;
export type WebhookChangesInput = z.input<ReturnType<typeof webhookChanges>>;

/** Why the portal is given a signing secret: to show it, or to put it on the clipboard unseen. Both are audited. */
export const secretPurposes = ["reveal", "copy"] as const;
export type SecretPurpose = (typeof secretPurposes)[number];

import { z } from "zod";
import type { CheckUrl } from "#lib/delivery/webhooks/schema.ts";
import { alertChannels, alertKindNames, alertKinds, maxRecipients } from "#lib/developer/alerts/schema-kinds.ts";

/**
 * The settings of an alert, under an installation's rules for URLs (rules/deliveries.md#webhooks-2, #webhooks-3). An error is a key of
 * `alerts.faults` in messages/<language>/alerts.json. `url` is empty for e-mail, and where the stored one stays.
 */
export function alertSettings(checkUrl: CheckUrl) {
  const url = z
    .string({ error: "urlIncomplete" })
    .trim()
    .transform((text, { issues }) => {
      if (text === "") return null;
      const checked = checkUrl(text);
      if (checked.ok) return checked.url.href;
      // Without the input, which is a secret.
      issues.push({ code: "custom", message: checked.error, input: undefined });
      return z.NEVER;
    });
  return z
    .strictObject({
      kind: z.enum(alertKindNames),
      threshold: z.number({ error: "thresholdInvalid" }).int("thresholdInvalid"),
      channel: z.enum(alertChannels),
      /** Ids of users. */
      recipients: z.array(z.string().max(64)).max(maxRecipients),
      url,
      language: z.enum(["en", "fr"]),
      /** An IANA name; UTC for one that is unknown. */
      timeZone: z.string().max(64),
    })
    .superRefine(({ kind, threshold, channel, recipients }, { addIssue }) => {
      const { least, most } = alertKinds[kind].threshold;
      if (threshold < least || threshold > most) addIssue({ code: "custom", path: ["threshold"], message: "thresholdInvalid" });
      if (channel === "mail" && recipients.length === 0) addIssue({ code: "custom", path: ["recipients"], message: "noRecipients" });
    });
}
export type AlertSettings = z.output<ReturnType<typeof alertSettings>>;
export type AlertSettingsInput = z.input<ReturnType<typeof alertSettings>>;

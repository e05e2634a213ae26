import type { AlertDetail } from "#lib/alerts/schema-details.ts";

/** An alert as it is told, in messages and on the page. No texts here: they are `alerts.told` in messages/<language>/alerts.json. */
export interface ToldAlert {
  detail: AlertDetail;
  since: Date;
}

interface Formats {
  moment: (at: Date) => string;
  day: (at: Date) => string;
  share: (share: number) => string;
}

export type ToldKey = Exclude<AlertDetail["kind"], "keyOutdated"> | "keyReplaced" | "keyRefused";

/** The key of its sentence below `alerts.told`, and what fills the placeholders. */
export function tellAlert(
  { detail, since: at }: ToldAlert,
  { moment, day, share }: Formats,
): { key: ToldKey; values: Record<string, string | number> } {
  const since = moment(at);
  switch (detail.kind) {
    case "errorRate": {
      const { calls, errors } = detail;
      return { key: "errorRate", values: { since, calls, errors, rate: share(calls === 0 ? 0 : errors / calls) } };
    }
    case "webhookFailing":
      return { key: "webhookFailing", values: { since, name: detail.name, attempts: detail.attempts } };
    case "keyUnused":
      return { key: "keyUnused", values: { since, preview: detail.preview } };
    case "keyOutdated":
      return {
        key: detail.works ? "keyReplaced" : "keyRefused",
        values: { since, preview: detail.preview, end: moment(new Date(detail.endsAt)) },
      };
    case "claimWaiting":
      return { key: "claimWaiting", values: { since, number: detail.number } };
    case "renewalsOfWeek":
      // The end is the first moment of the next week.
      return {
        key: "renewalsOfWeek",
        values: { count: detail.count, from: day(new Date(detail.from)), to: day(new Date(Date.parse(detail.to) - 1)) },
      };
  }
}

/** The page that shows the cause, below the environment. */
export function pathOfCause({ detail, since }: ToldAlert): string {
  switch (detail.kind) {
    case "errorRate":
      return `/calls?status=4xx,5xx&source=system,command_line&from=${since.toISOString()}`;
    case "webhookFailing":
      return `/webhooks/${detail.webhookId}`;
    case "keyUnused":
      return "/keys";
    case "keyOutdated":
      return `/calls?key=${detail.keyId}`;
    case "claimWaiting":
      return `/claims/${detail.id}`;
    case "renewalsOfWeek":
      return `/renewals?from=${detail.from}&to=${detail.to}`;
  }
}

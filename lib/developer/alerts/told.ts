import type { AlertDetail } from "#db/schema/alerts.ts";

/** A cause as it is told. */
export interface ToldAlert {
  detail: AlertDetail;
  since: Date;
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

/** The details of an alert's cause, by kind. Stored as JSON, so instants are texts. */
export type AlertDetail =
  /** Calls of an hour or two, and how many of them were refused. */
  | { kind: "errorRate"; calls: number; errors: number }
  | { kind: "webhookFailing"; webhookId: string; name: string; attempts: number }
  | { kind: "keyUnused"; keyId: string; preview: string }
  /** `endsAt` is when it stops working, or stopped. */
  | { kind: "keyOutdated"; keyId: string; preview: string; works: boolean; endsAt: string }
  | { kind: "claimWaiting"; id: string; number: string }
  | { kind: "renewalsOfWeek"; count: number; from: string; to: string };

/** The kinds of alerts with their settings. No zod here, since the browser loads it. */
export const alertKinds = {
  /** Calls of the partner's own system that were refused, in percent. */
  errorRate: { threshold: { unit: "percent", least: 1, most: 100, usual: 5 }, isForMembers: false },
  /** How long a webhook has been failing. */
  webhookFailing: { threshold: { unit: "minutes", least: 5, most: 1440, usual: 30 }, isForMembers: false },
  /** How long a working key was not used. */
  keyUnused: { threshold: { unit: "days", least: 1, most: 90, usual: 7 }, isForMembers: false },
  /** The time for which a replaced key may still be used; a use of a key that no longer works is reported at once. */
  keyOutdated: { threshold: { unit: "hours", least: 0, most: 168, usual: 1 }, isForMembers: false },
  /** How long a claim has been waiting for documents of the partner. */
  claimWaiting: { threshold: { unit: "days", least: 0, most: 60, usual: 1 }, isForMembers: true },
} as const satisfies Record<string, AlertKindSettings>;

interface AlertKindSettings {
  threshold: { unit: "percent" | "minutes" | "hours" | "days"; least: number; most: number; usual: number };
  /** True if members can receive it: members do not see the developer space (rules/authority.md#roles-1). */
  isForMembers: boolean;
}

export type AlertKind = keyof typeof alertKinds;
export const alertKindNames = Object.keys(alertKinds) as [AlertKind, ...AlertKind[]];

export const alertChannels = ["mail", "webhook"] as const;
export type AlertChannel = (typeof alertChannels)[number];

/** Those that an owner gets with one click. */
export const usualKinds = ["errorRate", "webhookFailing", "keyOutdated", "claimWaiting"] as const satisfies readonly AlertKind[];

/** The limit of an environment. */
export const maxAlertRules = 30;
export const maxRecipients = 20;

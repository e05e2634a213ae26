/** The kinds of notices. Each kind has a name in the console (`notices.kinds`). */
export const noticeKinds = [
  "invitation",
  "newDevice",
  "accountChanged",
  "keyChanged",
  "pricesRise",
  "pricesWithdrawn",
  "webhookOutage",
  "deliveriesDropped",
  "securityAlarm",
  "toApprove",
  "claimReceived",
  "documentRequested",
  "documentRefused",
  "claimDecided",
  "claimPaid",
  "alert",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const noticeStatuses = ["waiting", "retrying", "sent", "failed"] as const;
export type NoticeStatus = (typeof noticeStatuses)[number];

/** The kinds whose text a partner's owners may read: none has a one-time link or data of the insured (rules/notices.md#owners-2). */
export const readableNoticeKinds = [
  "newDevice",
  "accountChanged",
  "keyChanged",
  "pricesRise",
  "pricesWithdrawn",
  "webhookOutage",
  "deliveriesDropped",
] as const;

/** The kinds for people of a partner. The index `notices_of_partner` names them too. */
export const partnerNoticeKinds = ["invitation", ...readableNoticeKinds] as const;

/** The kinds of notices. Each kind has a name in the console (`notices.kinds`). */
export const noticeKinds = [
  ...partnerNoticeKinds,
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

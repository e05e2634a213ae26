import type { ErrorEntry } from "#lib/platform/errors/user-error.ts";

export const renewalErrors = {
  RENEWAL_NOT_FOUND: { code: 5000, status: 400, meaning: "the automatic renewal does not exist", cure: "Read the contract's renewals with GET /contracts/{contractId}/automaticRenewals; POST …/automaticRenewal creates one." },
  RENEWAL_NOT_OFFERED: { code: 5050, status: 400, meaning: "this contract type has no automatic renewal", cure: "Renew LMD and LLD contracts only; insure an LCD again with POST /contracts." },
  RENEWAL_DEFAULT_APPLICATION_READ_ONLY: { code: 5100, status: 400, meaning: "default_application cannot be changed", cure: "Send only use_notification, rejected and duration_months." },
  RENEWAL_APPLIED_READ_ONLY: { code: 5101, status: 400, meaning: "applied cannot be changed", cure: "Send only use_notification, rejected and duration_months." },
  RENEWAL_APPLIED_AT_READ_ONLY: { code: 5102, status: 400, meaning: "applied_at cannot be changed", cure: "Send only use_notification, rejected and duration_months." },
  RENEWAL_SCHEDULE_READ_ONLY: { code: 5103, status: 400, meaning: "renewal_scheduled_for cannot be changed", cure: "It follows the end of the contract. Send only use_notification, rejected and duration_months." },
  RENEWAL_NOTIFIED_READ_ONLY: { code: 5104, status: 400, meaning: "notified cannot be changed", cure: "Send only use_notification, rejected and duration_months." },
  RENEWAL_NOTIFIED_AT_READ_ONLY: { code: 5105, status: 400, meaning: "notified_at cannot be changed", cure: "Send only use_notification, rejected and duration_months." },
  RENEWAL_NOTICE_SCHEDULE_READ_ONLY: { code: 5106, status: 400, meaning: "notification_scheduled_for cannot be changed", cure: "It is one month before the renewal. Send only use_notification, rejected and duration_months." },
  RENEWAL_REJECTED_AT_READ_ONLY: { code: 5107, status: 400, meaning: "rejected_at cannot be changed", cure: "Send rejected; only use_notification, rejected and duration_months can be changed." },
  RENEWAL_EXTENSION_READ_ONLY: { code: 5108, status: 400, meaning: "extension cannot be changed", cure: "Send only use_notification, rejected and duration_months." },
  RENEWAL_NEXT_CONTRACT_READ_ONLY: { code: 5109, status: 400, meaning: "next_cid cannot be changed", cure: "Send only use_notification, rejected and duration_months." },
  RENEWAL_CONTRACT_OVER: { code: 5112, status: 400, meaning: "the end of the contract is past", cure: "Configure the renewal of the contract that follows, or create a new contract." },
  RENEWAL_ALREADY_APPLIED: { code: 5113, status: 400, meaning: "the automatic renewal was applied already", cure: "Configure the renewal of the contract that it created: next_cid names it." },
} as const satisfies Record<string, ErrorEntry>;

import type { Filters } from "#lib/platform/lists/portal-lists.ts";
import { noticeKinds, noticeStatuses, partnerNoticeKinds } from "#lib/platform/mail/notice-schema.ts";

export const noticeFilters = {
  /** An e-mail address. */
  search: { kind: "search" },
  status: { kind: "choices", column: "status", values: noticeStatuses },
  kind: { kind: "choices", column: "kind", values: noticeKinds },
  from: { kind: "from", column: "created_at" },
  to: { kind: "to", column: "created_at" },
} as const satisfies Filters;

export const partnerNoticeFilters = {
  ...noticeFilters,
  status: { ...noticeFilters.status, isUnindexed: true },
  kind: { ...noticeFilters.kind, values: partnerNoticeKinds, isUnindexed: true },
} as const satisfies Filters;

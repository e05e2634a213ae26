import { addMonths } from "#lib/dates.ts";
import { scheduleFor } from "#lib/renewals/rules/schedule.ts";

/** A contract or the notice of a renewal that is due in a world. */
export interface DueItem {
  kind: "contract" | "notice";
  /** The cid, or the arid. */
  id: string;
  cid: string;
  dueAt: Date;
}

/** What will become due by a renewal that is applied in the batch. */
export interface RenewalToApply {
  cid: string;
  endDate: Date;
  durationMonths: number;
  useNotification: boolean;
}

/** The order in which things happen that are due: by their moments, at the same one notices first. */
function inDueOrder(one: DueItem, other: DueItem): number {
  if (one.dueAt.getTime() !== other.dueAt.getTime()) return one.dueAt.getTime() - other.dueAt.getTime();
  if (one.kind !== other.kind) return one.kind === "notice" ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/**
 * The beginning of what is due, in due order, that can be done in one transaction without anything being overtaken: what a renewal makes,
 * the next contract and its notice, may be due before what comes later here. The contracts and the notices are each the earliest `limit`
 * ones, so that nothing beyond the last of them is known. What is due at the first moment always belongs to it.
 */
export function cutBatch(
  contracts: readonly DueItem[],
  notices: readonly DueItem[],
  renewals: readonly RenewalToApply[],
  limit: number,
): DueItem[] {
  const items = [...contracts, ...notices].toSorted(inDueOrder);
  const [first] = items;
  if (first === undefined) return [];
  const bounds = [contracts, notices].flatMap((each) => (each.length < limit ? [] : (each.at(-1)?.dueAt ?? [])));
  const [firstContract] = contracts;
  if (firstContract !== undefined) bounds.push(addMonths(firstContract.dueAt, 1));
  for (const { endDate, durationMonths, useNotification } of renewals) {
    if (!useNotification) continue;
    const { notificationScheduledFor } = scheduleFor(addMonths(endDate, durationMonths));
    bounds.push(notificationScheduledFor > endDate ? notificationScheduledFor : endDate);
  }
  const bound = Math.min(...bounds.map((date) => date.getTime()));
  return items.filter(({ dueAt }) => dueAt.getTime() < bound || dueAt.getTime() === first.dueAt.getTime()).slice(0, limit);
}

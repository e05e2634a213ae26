import { scheduleFor } from "#lib/renewals/rules/schedule.ts";
import { addMonths } from "#lib/time/dates.ts";

/** A contract or the notice of a renewal that is due in a world. */
export interface DueItem {
  kind: "contract" | "notice";
  /** A cid or an arid. */
  id: string;
  cid: string;
  dueAt: Date;
}

/** What a renewal in the batch will make due. */
export interface RenewalToApply {
  cid: string;
  endDate: Date;
  durationMonths: number;
  useNotification: boolean;
}

/** By moment, notices before contracts. */
function inDueOrder(one: DueItem, other: DueItem): number {
  if (one.dueAt.getTime() !== other.dueAt.getTime()) return one.dueAt.getTime() - other.dueAt.getTime();
  if (one.kind !== other.kind) return one.kind === "notice" ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/**
 * The first due items that one transaction can do without overtaking: the next contract and notice of a renewal may be due before later
 * items. Both lists hold the earliest `limit` items, so nothing after their last one is known. Items of the first moment always fit.
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

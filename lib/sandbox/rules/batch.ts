import type { Contract } from "#lib/contracts/contract.ts";
import { dueAtOf } from "#lib/contracts/rules/due.ts";
import { applyEnding, decideDueEnding } from "#lib/contracts/rules/ending.ts";
import type { Renewal } from "#lib/renewals/renewal.ts";
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

/** By moment, notices before contracts. */
function inDueOrder(one: DueItem, other: DueItem): number {
  if (one.dueAt.getTime() !== other.dueAt.getTime()) return one.dueAt.getTime() - other.dueAt.getTime();
  if (one.kind !== other.kind) return one.kind === "notice" ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/**
 * The first due items that one transaction can do without overtaking: what the batch itself makes due, at `madeDue`, may come before later
 * items. Both lists hold the earliest `limit` items, so nothing after their last one is known. Items of the first moment always fit.
 */
export function cutBatch(contracts: readonly DueItem[], notices: readonly DueItem[], madeDue: readonly Date[], limit: number): DueItem[] {
  const items = [...contracts, ...notices].toSorted(inDueOrder);
  const [first] = items;
  if (first === undefined) return [];
  const bounds = [contracts, notices].flatMap((each) => (each.length < limit ? [] : (each.at(-1)?.dueAt ?? [])));
  const [firstContract] = contracts;
  if (firstContract !== undefined) bounds.push(addMonths(firstContract.dueAt, 1));
  const bound = Math.min(...[...bounds, ...madeDue].map((date) => date.getTime()));
  return items.filter(({ dueAt }) => dueAt.getTime() < bound || dueAt.getTime() === first.dueAt.getTime()).slice(0, limit);
}

/** When a contract is due again once what is due at `dueAt` has ended: at its end, or at that of another product. */
export function dueAgainAt(contract: Contract, dueAt: Date): Date[] {
  const ending = decideDueEnding(contract, dueAt);
  return ending === null || ending.contract !== null ? [] : [dueAtOf(applyEnding(contract, ending))];
}

/** When the notice of the contract that a renewal makes is due. */
export function nextNoticeAt(
  endDate: Date,
  { durationMonths, useNotification }: Pick<Renewal, "durationMonths" | "useNotification">,
): Date[] {
  if (!useNotification) return [];
  const { notificationScheduledFor } = scheduleFor(addMonths(endDate, durationMonths));
  return [notificationScheduledFor > endDate ? notificationScheduledFor : endDate];
}

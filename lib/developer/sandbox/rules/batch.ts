import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { applyEnding, decideDueEnding, dueAtOf } from "#lib/insurance/contracts/rules/ending.ts";
import type { Renewal } from "#lib/insurance/renewals/renewal.ts";
import { renewedPeriod, scheduleFor } from "#lib/insurance/renewals/rules/schedule.ts";

/** A contract or the notice of a renewal that is due in a world. */
export interface DueItem {
  kind: "contract" | "notice";
  /** A cid or an arid. */
  id: string;
  cid: string;
  dueAt: Date;
}

/** Less than the shortest month, whatever the clocks do in it. */
const leastRenewalMs = 27 * 24 * 3_600_000;

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
  if (firstContract !== undefined) bounds.push(new Date(firstContract.dueAt.getTime() + leastRenewalMs));
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
  contract: Contract,
  { durationMonths, useNotification }: Pick<Renewal, "durationMonths" | "useNotification">,
): Date[] {
  if (!useNotification) return [];
  const { endDate } = contract;
  const { notificationScheduledFor } = scheduleFor(renewedPeriod(contract, durationMonths).endDate, contract);
  return [notificationScheduledFor > endDate ? notificationScheduledFor : endDate];
}

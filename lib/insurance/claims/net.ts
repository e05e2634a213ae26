import { toSettlement } from "#lib/insurance/claims/find.ts";
import { accountOf } from "#lib/insurance/claims/rules/account.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/** The net cost of a claim, from its settlements as `settlementsOf` reads them; null while nothing was paid or approved. */
export function netOf(settlements: readonly object[]): Cents | null {
  const { transfers, netCents } = accountOf(settlements.map(toSettlement));
  return transfers.length === 0 ? null : netCents;
}

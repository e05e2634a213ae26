const steps = 10_000;

/** Net claims over the net premium without tax, to four decimals; null without such a premium (rules/statements.md#figures-4). */
export function lossRatio(claimsNet: number, netWithoutTax: number): number | null {
  // Rounding a small negative ratio gives -0.
  return netWithoutTax === 0 ? null : Math.round((claimsNet / netWithoutTax) * steps) / steps + 0;
}

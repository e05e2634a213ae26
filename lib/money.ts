/** An amount of euros in whole cents; never a fraction of one. */
export type Cents = number;

/** Whole cents from an amount in euros as it is written in decimals, a half cent rounded up. Throws a RangeError where that is no safe integer. */
export function centsFromEuros(euros: number): Cents {
  // Moving the point in the decimal text keeps 1.005 at 100.5, where multiplying gives 100.49999999999999.
  const [digits, exponent = "0"] = String(euros).split("e");
  const cents = Math.round(Number(`${digits}e${Number(exponent) + 2}`));
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${euros} euros are not an amount`);
  // Rounding what is just below zero gives -0.
  return cents + 0;
}

/** The amount in euros, two decimals at most, as the API shows it. */
export function eurosFromCents(cents: Cents): number {
  return cents / 100;
}

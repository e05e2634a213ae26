export type Cents = number;

/** Converts decimal euros to cents, a half cent rounded up; throws RangeError beyond safe integers. */
export function centsFromEuros(euros: number): Cents {
  // Moving the decimal point in the text keeps 1.005 at 100.5, where multiplication gives 100.49999999999999.
  const [digits, exponent = "0"] = String(euros).split("e");
  const cents = Math.round(Number(`${digits}e${Number(exponent) + 2}`));
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${euros} euros are not an amount`);
  // Rounding a tiny negative number gives -0.
  return cents + 0;
}

export function eurosFromCents(cents: Cents): number {
  return cents / 100;
}

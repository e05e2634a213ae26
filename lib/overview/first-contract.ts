const dayMs = 86_400_000;

/** The body of a first contract for one of a partner's renters: a bike for a week, from now on. */
export function firstContract(uid: string, now: Date): Record<string, unknown> {
  return {
    uid,
    contract_type: "LCD",
    end_date: new Date(Math.ceil((now.getTime() + 7 * dayMs) / dayMs) * dayMs).toISOString(),
    options: ["break", "theft"],
    products: [
      {
        product_type: "bike",
        product_subtype: "electric",
        value_excl: 2400,
        brand: "Moustache",
        model: "Lundi 27",
        data: { product_marked: "FR-1" },
      },
    ],
  };
}

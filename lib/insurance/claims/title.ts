import { titleOf } from "#lib/delivery/deliveries/subject.ts";
import type { ClaimProduct } from "#lib/insurance/claims/schema.ts";

/** "Moustache Lundi 27 · BC-12345", what people recognise the product of a claim by; the identifier if nothing is known. */
export function claimTitle({ brand, model, productMarked }: Pick<ClaimProduct, "brand" | "model" | "productMarked">, id: string): string {
  return titleOf([`${brand} ${model}`.trim(), productMarked]) ?? id;
}

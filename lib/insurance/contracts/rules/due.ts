import type { Contract } from "#lib/insurance/contracts/contract.ts";

/** When the contract or one of its products ends next; for a contract that is not open its end. */
export function dueAtOf({ status, endDate, products }: Pick<Contract, "status" | "endDate" | "products">): Date {
  if (status !== "open") return endDate;
  const ends = products.filter((product) => product.status === "open").map((product) => product.endDate.getTime());
  return new Date(Math.min(endDate.getTime(), ...ends));
}

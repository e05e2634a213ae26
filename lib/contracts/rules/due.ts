import type { Contract } from "#lib/contracts/contract.ts";

/** When the next thing of a contract that is open comes to its end: a product of it, or all of it. Of any other contract its end. */
export function dueAtOf({ status, endDate, products }: Pick<Contract, "status" | "endDate" | "products">): Date {
  if (status !== "open") return endDate;
  const ends = products.filter((product) => product.status === "open").map((product) => product.endDate.getTime());
  return new Date(Math.min(endDate.getTime(), ...ends));
}

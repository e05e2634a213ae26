import type { ContractStatus } from "#lib/contracts/schema.ts";

const known: Record<ContractStatus, true> = { open: true, closed: true, cancel: true, terminated: true };

/** Every status of a contract, in the order in which people look for them. Without zod, for the browser. */
export const contractStatuses = Object.keys(known) as ContractStatus[];

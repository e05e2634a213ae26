import { randomFillSync } from "node:crypto";
import { monotonicFactory } from "ulid";

// The factory asks for one number at a time; asking the system each time would cost more than all the rest of an identifier.
const pool = new Uint8Array(4096);
let drawn = pool.length;

/** A random number from 0 up to 1 in steps of 1/256: of its 32 letters the factory picks each alike. */
function drawRandom(): number {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  return (pool[drawn++] ?? 0) / 256;
}

const ulid = monotonicFactory(drawRandom);

/** Prefixes of the identifiers that Covergate gives out; a contract's `cid` is a bare ULID. */
export type IdPrefix =
  | "ar"
  | "aud"
  | "claim"
  | "cpid"
  | "dlv"
  | "doc"
  | "evt"
  | "exec"
  | "key"
  | "out"
  | "prod"
  | "ptn"
  | "rpt"
  | "run"
  | "ses"
  | "scn"
  | "sec"
  | "stl"
  | "trf"
  | "usr"
  | "whk";

/** A new identifier such as `prod_01JD…`; identifiers of one process sort by the time they were made. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${ulid()}`;
}

/** A new contract identifier (`cid`): a bare ULID. */
export function newContractId(): string {
  return ulid();
}

import { randomFillSync } from "node:crypto";
import { decodeTime, encodeTime, monotonicFactory } from "ulid";

// The factory asks for one number at a time, and a system call each would cost more than the rest of an identifier.
const pool = new Uint8Array(4096);
let drawn = pool.length;

/** A random number in [0, 1) in steps of 1/256, so that each of the factory's 32 letters is equally likely. */
function drawRandom(): number {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  return (pool[drawn++] ?? 0) / 256;
}

const ulid = monotonicFactory(drawRandom);

/** The letters of the time in an identifier. */
const timeLength = 10;

export type IdPrefix =
  | "alert"
  | "alr"
  | "ar"
  | "aud"
  | "claim"
  | "cpid"
  | "dlv"
  | "doc"
  | "evt"
  | "exec"
  | "key"
  | "link"
  | "logo"
  | "note"
  | "ntc"
  | "out"
  | "pap"
  | "pay"
  | "prem"
  | "prod"
  | "ptn"
  | "rpt"
  | "run"
  | "ses"
  | "scn"
  | "sec"
  | "stl"
  | "tpl"
  | "trf"
  | "trp"
  | "usr"
  | "whk";

/** Identifiers of one process sort by creation. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${ulid()}`;
}

const idEnds = monotonicFactory(drawRandom);
export const idEndLength = 14;

/** The end of an identifier that gets its time from the database. Those of one process sort by creation. */
export function newIdEnd(): string {
  return idEnds(1).slice(-idEndLength);
}

/** Sorts before every identifier made from this moment on; those of contracts have no prefix. */
export function firstIdAt(prefix: IdPrefix | "", moment: Date): string {
  return `${prefix}${prefix === "" ? "" : "_"}${encodeTime(Math.max(0, moment.getTime()), timeLength)}`;
}

/** When an identifier was made, in milliseconds; undefined for one that does not begin with a time. */
export function timeOfId(id: string): number | undefined {
  const time = id.slice(id.indexOf("_") + 1).slice(0, timeLength);
  return /^[0-7][0-9A-HJKMNP-TV-Z]{9}$/.test(time) ? decodeTime(time.padEnd(26, "0")) : undefined;
}

export function newContractId(): string {
  return ulid();
}

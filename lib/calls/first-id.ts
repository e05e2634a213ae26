import { encodeTime } from "ulid";

const [timeLength, drawnLength] = [10, 16];

/** The least execution id that a call of this moment or later can have: an identifier begins with its time, as the days of the log do. */
export function firstCallAt(moment: Date): string {
  return `exec_${encodeTime(Math.max(0, moment.getTime()), timeLength)}${"0".repeat(drawnLength)}`;
}

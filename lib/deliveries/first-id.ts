import { encodeTime } from "ulid";

/** The least identifier that a delivery can have whose event is of this moment or later: an identifier begins with its time. */
export function firstIdAt(moment: Date): string {
  const { length } = "01JD3W7Q8Z";
  return `dlv_${encodeTime(Math.max(0, moment.getTime()), length)}`;
}

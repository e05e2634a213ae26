/** The first instant of a day such as `2027-01-31` in a time zone, or of as many days later. */
export function startOfDay(day: string, timeZone: string, daysLater = 0): Date {
  const midnight = Date.parse(`${day}T00:00:00.000Z`) + daysLater * 86_400_000;
  // The offset that holds at midnight there, not the one that holds at midnight here: they differ when the clocks change.
  const near = midnight - offsetAt(midnight, timeZone);
  return new Date(midnight - offsetAt(near, timeZone));
}

/** How many milliseconds clocks there are before UTC at this moment. */
function offsetAt(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(new Date(moment)).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name) ?? [];
  const length = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
  return sign === "-" ? -length : length;
}

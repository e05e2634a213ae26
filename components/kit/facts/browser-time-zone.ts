interface WithTemporal {
  Temporal?: { Now: { timeZoneId(): string } };
}

/** The browser's time zone, if possible without a formatter, the first of which is slow to create. */
export function readTimeZone(): string {
  return (globalThis as WithTemporal).Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

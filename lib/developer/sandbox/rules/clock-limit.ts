/**
 * How far ahead of today a sandbox's clock can be moved (rules/sandbox.md#clock-1). Apart from the schemas, so that the page loads without
 * them.
 */
export const maxClockYears = 6;

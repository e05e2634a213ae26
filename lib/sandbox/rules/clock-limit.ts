/** How far ahead of today a sandbox's clock can be moved (resolutions.md § 15). Apart from the schemas, so that the page loads without them. */
export const maxClockYears = 6;

/** The environment variables that a guide reads before its first step, ready to be filled in. */
export function guideEnvironment(renter = "…"): string {
  return `export COVERGATE_API_KEY=…\nexport RENTER=${renter}`;
}

import { inject } from "vitest";

/** Everything before a release, and for a change the first of each kind. */
export function walk<Stop>(everything: readonly Stop[], kindOf: (stop: Stop) => string): Stop[] {
  if (inject("walks") === "everything") return [...everything];
  return [...new Map(everything.toReversed().map((stop) => [kindOf(stop), stop])).values()].toReversed();
}

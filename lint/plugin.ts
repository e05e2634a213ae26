import { oneClock } from "#lint/one-clock.ts";
import { pureRules } from "#lint/pure-rules.ts";
import type { Rule } from "#lint/rule.ts";
import { thinRoutes } from "#lint/thin-routes.ts";

/** The rules that keep the architecture (architecture.md); .oxlintrc.jsonc says where each holds. */
const rules: Record<string, Rule> = {
  "one-clock": oneClock,
  "pure-rules": pureRules,
  "thin-routes": thinRoutes,
};

export default { meta: { name: "covergate" }, rules };

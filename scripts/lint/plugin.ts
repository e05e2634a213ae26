import { forcedTypes } from "#scripts/lint/forced-types.ts";
import { imports } from "#scripts/lint/imports.ts";
import { oneCalendar } from "#scripts/lint/one-calendar.ts";
import { oneClock } from "#scripts/lint/one-clock.ts";
import { pureRules } from "#scripts/lint/pure-rules.ts";
import { roomOrder } from "#scripts/lint/rooms.ts";
import type { Rule } from "#scripts/lint/rule.ts";
import { thinRoutes } from "#scripts/lint/thin-routes.ts";

/** The rules that enforce the architecture; .oxlintrc.jsonc says where each applies. */
const rules: Record<string, Rule> = {
  "forced-types": forcedTypes,
  imports,
  "one-calendar": oneCalendar,
  "one-clock": oneClock,
  "pure-rules": pureRules,
  "room-order": roomOrder,
  "thin-routes": thinRoutes,
};

export default { meta: { name: "covergate" }, rules };

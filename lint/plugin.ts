import { clearFileNames } from "#lint/clear-file-names.ts";
import { importDirection } from "#lint/import-direction.ts";
import { noBarrels } from "#lint/no-barrels.ts";
import { pureRules } from "#lint/pure-rules.ts";
import type { Rule } from "#lint/rule.ts";
import { thinRoutes } from "#lint/thin-routes.ts";
import { webTypesAtTheEdge } from "#lint/web-types.ts";

/** The rules that keep the architecture (architecture.md); .oxlintrc.jsonc says where each holds. */
const rules: Record<string, Rule> = {
  "clear-file-names": clearFileNames,
  "import-direction": importDirection,
  "no-barrels": noBarrels,
  "pure-rules": pureRules,
  "thin-routes": thinRoutes,
  "web-types-at-the-edge": webTypesAtTheEdge,
};

export default { meta: { name: "covergate" }, rules };

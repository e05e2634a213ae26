import type { Context } from "#scripts/lint/rule.ts";

export type Reference = Context["sourceCode"]["scopeManager"]["scopes"][number]["references"][number];

/** All references to a name that the file neither declares nor imports, including types. */
export function globalReferences({ sourceCode }: Context): Reference[] {
  const [scope] = sourceCode.scopeManager.scopes;
  return scope === undefined ? [] : [...scope.through, ...scope.variables.flatMap(({ references }) => references)];
}

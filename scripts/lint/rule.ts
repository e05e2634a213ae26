import type { RuleTester } from "oxlint/plugins-dev";

/** The type of a rule, which oxlint publishes only as an argument of its tester. */
export type Rule = Exclude<Parameters<RuleTester["run"]>[1], { createOnce: unknown }>;

export type Context = Parameters<Rule["create"]>[0];

type Visitor = ReturnType<Rule["create"]>;

export type NodeOf<Type extends keyof Visitor> = Parameters<Visitor[Type] & {}>[0];

export type Reference = Context["sourceCode"]["scopeManager"]["scopes"][number]["references"][number];

/** All references to a name that the file neither declares nor imports, including types. */
export function globalReferences({ sourceCode }: Context): Reference[] {
  const [scope] = sourceCode.scopeManager.scopes;
  return scope === undefined ? [] : [...scope.through, ...scope.variables.flatMap(({ references }) => references)];
}

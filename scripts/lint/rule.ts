import type { RuleTester } from "oxlint/plugins-dev";

/** A rule of our own. oxlint publishes the type only as an argument of its tester. */
export type Rule = Exclude<Parameters<RuleTester["run"]>[1], { createOnce: unknown }>;

export type Context = Parameters<Rule["create"]>[0];

type Visitor = ReturnType<Rule["create"]>;

/** A node of the syntax tree by its type. */
export type NodeOf<Type extends keyof Visitor> = Parameters<Visitor[Type] & {}>[0];

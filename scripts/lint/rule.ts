import type { RuleTester } from "oxlint/plugins-dev";

/** The type of a rule, which oxlint publishes only as an argument of its tester. */
export type Rule = Exclude<Parameters<RuleTester["run"]>[1], { createOnce: unknown }>;

export type Context = Parameters<Rule["create"]>[0];

type Visitor = ReturnType<Rule["create"]>;

export type NodeOf<Type extends keyof Visitor> = Parameters<Visitor[Type] & {}>[0];

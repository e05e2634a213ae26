import { readsClock } from "#scripts/lint/one-clock.ts";
import { globalReferences } from "#scripts/lint/rule.ts";
import type { NodeOf, Reference, Rule } from "#scripts/lint/rule.ts";

const outside =
  "A rule touches nothing outside it, so that it can be asked anything at any time. Return the decision and let the verb act on it.";
const clock = "A rule has no clock, so that its tests choose the moment. Take `now: Date` as a parameter; the verb has it as ctx.now.";
const chance = "A rule answers the same to the same question. Let the verb draw, and pass the result in.";
const wait = "A rule does not wait: it decides on what it is given. Let the verb await, and pass the result in.";
const memory = "A rule remembers nothing between two calls, which may be of two partners. Make it a const, and return what changes.";

const impureGlobals: Record<string, string> = {
  console: outside,
  process: outside,
  globalThis: outside,
  fetch: outside,
  setTimeout: outside,
  setInterval: outside,
  setImmediate: outside,
  queueMicrotask: outside,
  performance: clock,
  crypto: chance,
};

/** `rules/` are pure: no I/O, no async, no clock, no randomness, no state. */
export const pureRules: Rule = {
  create(context) {
    const refuseAsync = (node: NodeOf<"ArrowFunctionExpression" | "FunctionDeclaration">) => {
      if (node.async) context.report({ message: wait, node });
    };
    return {
      FunctionDeclaration: refuseAsync,
      FunctionExpression: refuseAsync,
      ArrowFunctionExpression: refuseAsync,
      AwaitExpression(node) {
        if (context.sourceCode.getScope(node).variableScope.type === "module") context.report({ message: wait, node });
      },
      VariableDeclaration(node) {
        const isTopLevel = node.parent.type === "Program" || node.parent.type === "ExportNamedDeclaration";
        if (isTopLevel && node.kind !== "const") context.report({ message: memory, node });
      },
      "Program:exit"() {
        for (const { identifier } of globalReferences(context)) {
          const message = impureGlobals[identifier.name] ?? memberError(identifier);
          if (message !== undefined) context.report({ message, node: identifier });
        }
      },
    };
  },
};

function memberError(identifier: Reference["identifier"]): string | undefined {
  if (readsClock(identifier)) return clock;
  const { name, parent } = identifier;
  const isDraw =
    name === "Math" && parent?.type === "MemberExpression" && parent.property.type === "Identifier" && parent.property.name === "random";
  return isDraw ? chance : undefined;
}

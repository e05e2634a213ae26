import type { NodeOf, Rule } from "#scripts/lint/rule.ts";

const binding =
  "The table of routes imports, and exports lists of `handle(endpoint, verb)` and `publicJson(path, document)`: there is no place to forget anything. Move the rest into the verb.";
const call = "What handle is given is a verb, or an arrow function that does nothing but call one. Move the rest into the verb.";
const decision = "A route decides nothing. Put a default or a conversion into the endpoint's schema, and a decision into the verb.";

/** The functions that make handlers. */
const makers = ["handle", "publicJson"];

/** The table of the public API binds endpoints to verbs, and has no logic. */
export const thinRoutes: Rule = {
  create(context) {
    const refuseDecision = (node: NodeOf<"ConditionalExpression" | "LogicalExpression">) => context.report({ message: decision, node });
    return {
      Program(program) {
        for (const node of program.body) {
          if (node.type === "ImportDeclaration") continue;
          if (node.type === "ExportNamedDeclaration" && node.declaration !== null && listsRoutes(node.declaration)) continue;
          context.report({ message: binding, node });
        }
      },
      CallExpression(node) {
        if (!isCallOf(node, ["handle"])) return;
        for (const callee of node.arguments.slice(1)) if (!isVerb(callee)) context.report({ message: call, node: callee });
      },
      ConditionalExpression: refuseDecision,
      LogicalExpression: refuseDecision,
    };
  },
};

type Declaration = NodeOf<"ExportNamedDeclaration">["declaration"] & {};
type Argument = NodeOf<"CallExpression">["arguments"][number];

function listsRoutes(node: Declaration): boolean {
  if (node.type !== "VariableDeclaration" || node.kind !== "const") return false;
  return node.declarations.every(
    ({ init }) => init?.type === "ArrayExpression" && init.elements.every((each) => each !== null && isCallOf(each, makers)),
  );
}

function isCallOf(node: Argument, names: readonly string[]): node is Extract<Argument, { type: "CallExpression" }> {
  return node.type === "CallExpression" && node.callee.type === "Identifier" && names.includes(node.callee.name);
}

function isVerb(node: Argument): boolean {
  if (node.type !== "ArrowFunctionExpression") return node.type === "Identifier";
  return node.body.type === "CallExpression" && node.body.callee.type === "Identifier";
}

import type { NodeOf, Rule } from "#scripts/lint/rule.ts";

const message =
  "`as unknown as` believes anything. Improve the types, or say in a comment of one sentence on the line above why they cannot know it.";

/** An `as unknown as` has a comment on the line above that says why. */
export const forcedTypes: Rule = {
  create(context) {
    return {
      TSAsExpression(node) {
        if (isUnknown(node.expression) && !isComment(context.sourceCode.lines[node.loc.start.line - 2])) {
          context.report({ message, node });
        }
      },
    };
  },
};

function isUnknown(node: NodeOf<"TSAsExpression">["expression"]): boolean {
  return node.type === "TSAsExpression" && node.typeAnnotation.type === "TSUnknownKeyword";
}

function isComment(line = ""): boolean {
  return /^\s*(?:\/\/|\{?\/\*|\*)/.test(line);
}

import type { Rule } from "#lint/rule.ts";

const message =
  "A file of re-exports gives every name a second home and loads all to use one. Delete it, and import each name from the file that declares it.";

/** No barrel files (architecture.md § Layout). */
export const noBarrels: Rule = {
  create(context) {
    return {
      Program(program) {
        const rest = program.body.filter(({ type }) => type !== "ImportDeclaration");
        const isBarrel =
          rest.length > 0 &&
          rest.every(
            (node) => node.type === "ExportAllDeclaration" || (node.type === "ExportNamedDeclaration" && node.declaration === null),
          );
        if (isBarrel) context.report({ message, node: program });
      },
    };
  },
};

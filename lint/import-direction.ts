import { join, relative } from "node:path";
import { importFault } from "#lint/layers.ts";
import type { NodeOf, Rule } from "#lint/rule.ts";

const root = join(import.meta.dirname, "..");

/** Imports go one way: app, inngest → lib/http → verbs → rules → schema → errors (architecture.md § Layout). */
export const importDirection: Rule = {
  create(context) {
    const path = relative(root, context.filename).replaceAll("\\", "/");
    const check = (source: NodeOf<"ImportExpression" | "ExportNamedDeclaration">["source"], typeOnly: boolean) => {
      if (source?.type !== "Literal" || typeof source.value !== "string") return;
      const message = importFault(path, source.value, typeOnly);
      if (message !== undefined) context.report({ message, node: source });
    };
    return {
      ImportDeclaration(node) {
        const all = node.specifiers;
        const inlineTypes = all.length > 0 && all.every((each) => each.type === "ImportSpecifier" && each.importKind === "type");
        check(node.source, node.importKind === "type" || inlineTypes);
      },
      ExportNamedDeclaration: (node) => check(node.source, node.exportKind === "type"),
      ExportAllDeclaration: (node) => check(node.source, node.exportKind === "type"),
      ImportExpression: (node) => check(node.source, false),
      TSImportType: (node) => check(node.source, true),
    };
  },
};

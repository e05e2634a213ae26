import { join, relative } from "node:path";
import { layerOf, layers, reserved } from "#lint/layers.ts";
import type { LayerName } from "#lint/layers.ts";
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

/** What is wrong with an import, if anything. `source` is what stands in quotes. */
function importFault(path: string, source: string, typeOnly: boolean): string | undefined {
  const name = layerOf(path);
  if (name === undefined) return undefined;
  return source.startsWith("#") ? internalFault(name, source.slice(1), typeOnly) : packageFault(name, source);
}

function internalFault(from: LayerName, path: string, typeOnly: boolean): string | undefined {
  const layer = layers[from];
  const to = layerOf(path);
  if (to === undefined || layer.imports.includes(to)) return undefined;
  const mayType = layer.types?.includes(to) === true;
  if (mayType && typeOnly) return undefined;
  if (mayType) {
    return `${capitalize(layer.called)} may import only types from ${layers[to].called} (${path}): write \`import type\`. ${layer.advice}`;
  }
  return `${capitalize(layer.called)} may not import ${layers[to].called} (${path}). ${layer.advice}`;
}

function packageFault(from: LayerName, source: string): string | undefined {
  const layer = layers[from];
  const isOf = (name: string) => source === name || source.startsWith(`${name}/`);
  const keeper = reserved.find(({ packages, layers: users }) => packages.some(isOf) && !users.includes(from));
  if (keeper !== undefined) return `${capitalize(layer.called)} may not import ${source}. ${keeper.advice}`;
  if (layer.packages === undefined || layer.packages.some(isOf)) return undefined;
  return `${capitalize(layer.called)} may not import ${source}. ${layer.advice}`;
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

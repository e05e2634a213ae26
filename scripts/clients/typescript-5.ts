import { registerHooks } from "node:module";

// openapi-typescript prints with the compiler's JavaScript API, which TypeScript 7 does not have; ts-morph bundles an older compiler.
const compiler = 'export { ts as default } from "@ts-morph/common";';
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript" ? { url: `${import.meta.url}?compiler`, format: "module", shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url.endsWith("?compiler") ? { format: "module", source: compiler, shortCircuit: true } : next(url, context),
});

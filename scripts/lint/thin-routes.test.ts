import { tester } from "#scripts/lint/tester.ts";
import { thinRoutes } from "#scripts/lint/thin-routes.ts";

const imports =
  'import { handle } from "#lib/api/handle.ts"; import * as contracts from "#lib/insurance/contracts/endpoints.ts"; import { read } from "#lib/insurance/contracts/read.ts";';
const binding = /^The table of routes imports, and exports lists of `handle\(.*Move the rest into the verb\.$/;
const call = /^What handle is given is a verb, or an arrow function that does nothing but call one/;
const decision = /^A route decides nothing\. Put a default or a conversion into the endpoint's schema/;
const good = (code: string) => ({ code: imports + code, filename: "routes.ts" });
const refused = (code: string, ...errors: RegExp[]) => ({ ...good(code), errors });

tester.run("thin-routes", thinRoutes, {
  valid: [
    good(
      "export const routes = [handle(contracts.readContract, (ctx, { params }) => read(ctx, params.contractId)), handle(contracts.createContract, create)];",
    ),
    good("export const routes: readonly PathHandler[] = [publicJson('/openapi.json', publishedFor)];"),
  ],
  invalid: [
    refused("export function GET() { return new Response(null); }", binding),
    refused("export const routes = handle(contracts.readContract, read);", binding),
    refused("export const routes = [wrapped];", binding),
    refused("export const routes = [...others];", binding),
    refused("export const routes = [guarded(handle(contracts.readContract, read))];", binding),
    refused("export let routes = [handle(contracts.readContract, read)];", binding),
    refused("const limit = 20; export const routes = [handle(contracts.readContract, read)];", binding),
    refused("console.log('loaded'); export const routes = [handle(contracts.readContract, read)];", binding),
    refused('export { readiness as GET } from "#lib/api/readiness.ts";', binding),
    refused("export default read;", binding),
    refused("export const routes = [handle(contracts.readContract, (ctx) => { return read(ctx); })];", call),
    refused("export const routes = [handle(contracts.readContract, async (ctx) => await read(ctx))];", call),
    refused("export const routes = [handle(contracts.readContract, function (ctx) { return read(ctx); })];", call),
    refused("export const routes = [handle(contracts.readContract, (ctx, { query }) => read(ctx, query.limit ?? 20))];", decision),
    refused("export const routes = [handle(contracts.readContract, (ctx, { query }) => read(ctx, query.test ? 1 : 2))];", decision),
  ],
});

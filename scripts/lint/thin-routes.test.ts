import { tester } from "#scripts/lint/tester.ts";
import { thinRoutes } from "#scripts/lint/thin-routes.ts";

const imports =
  'import { readContract } from "#lib/insurance/contracts/endpoints.ts"; import { read } from "#lib/insurance/contracts/read.ts"; import { handle } from "#lib/api/handle.ts"; import { route } from "#lib/api/route.ts";';
const binding = /^A route file imports, and exports `const \{ GET, … \} = route\(.*Move the rest into the verb\.$/;
const call = /^What handle is given is a verb, or an arrow function that does nothing but call one/;
const decision = /^A route decides nothing\. Put a default or a conversion into the endpoint's schema/;
const good = (code: string) => ({ code: imports + code, filename: "route.ts" });
const refused = (code: string, ...errors: RegExp[]) => ({ ...good(code), errors });

tester.run("thin-routes", thinRoutes, {
  valid: [
    good(
      "export const { GET, POST } = route(handle(readContract, (ctx, { params }) => read(ctx, params.contractId)), handle(createContract, create));",
    ),
    good("export const { GET } = route(publicJson(publishedDocument));"),
    good('export const { GET } = literalSegment("getCitiesByZipcode", route(handle(readCities, list)));'),
    good("export { notFound as GET, notFound as POST };"),
    good('export { readiness as GET } from "#lib/api/readiness.ts";'),
  ],
  invalid: [
    refused("export function GET() { return new Response(null); }", binding),
    refused("export const GET = handle(readContract, read);", binding),
    refused("export const { GET } = route(wrapped);", binding),
    refused("export const { GET } = literalSegment(word, route(handle(readContract, read)));", binding),
    refused('export const { GET } = literalSegment("contracts", handlers);', binding),
    refused("const limit = 20; export const { GET } = route(handle(readContract, read));", binding),
    refused("console.log('loaded'); export const { GET } = route(handle(readContract, read));", binding),
    refused("export default read;", binding),
    refused("export const { GET } = route(handle(readContract, (ctx) => { return read(ctx); }));", call),
    refused("export const { GET } = route(handle(readContract, async (ctx) => await read(ctx)));", call),
    refused("export const { GET } = route(handle(readContract, function (ctx) { return read(ctx); }));", call),
    refused("export const { GET } = route(handle(readContract, (ctx, { query }) => read(ctx, query.limit ?? 20)));", decision),
    refused("export const { GET } = route(handle(readContract, (ctx, { query }) => read(ctx, query.test ? 1 : 2)));", decision),
  ],
});

import { tester } from "#lint/tester.ts";
import { webTypesAtTheEdge } from "#lint/web-types.ts";

const request = /^Only lib\/http knows Request: .*Take the data that is needed/;
const response = /^Only lib\/http knows Response: .*return data or throw ApiError/;

tester.run("web-types-at-the-edge", webTypesAtTheEdge, {
  valid: [
    { code: "export const status = (answer: { Response: string }) => answer.Response;", filename: "verb.ts" },
    { code: 'import type { Request } from "#lib/claims/schema.ts"; export type Asked = Request;', filename: "verb.ts" },
    { code: "export const answer = await fetch('https://example.com');", filename: "verb.ts" },
  ],
  invalid: [
    { code: "export function read(request: Request) { return request.url; }", filename: "verb.ts", errors: [request] },
    { code: "export const none = (): Response => new Response(null);", filename: "verb.ts", errors: [response, response] },
    { code: "export const none = () => Response.json({});", filename: "verb.ts", errors: [response] },
  ],
});

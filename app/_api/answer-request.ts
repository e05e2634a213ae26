import { routes } from "#app/v2/routes.ts";
import { createRouter } from "#lib/api/router.ts";
import type { Send } from "#lib/developer/recipes/run-step.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

const { find } = createRouter(routes);

/** Answers a request to the public API within this process. */
export const answerRequest: Send = async ({ method, path, body }, sender) => {
  const { key, address, source, actor, headers, hangUp } = sender;
  // By the path as it is: the request's address resolves a segment `..`, and may be that of another endpoint.
  const { answer } = find(method, `/v2${path}`);
  const request = new Request(ownAddress(`/v2${path}`), {
    method,
    headers: { "user-agent": "Covergate portal", ...headers, key, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(hangUp && { signal: hangUp }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await answer(request, { ip: address, source, ...(actor && { sentFor: actor }) });
  return { status: response.status, text: await response.text(), executionId: response.headers.get("x-execution-id") ?? "" };
};

import { routes } from "#app/v2/routes.ts";
import { targetOf } from "#lib/api/request.ts";
import { createRouter } from "#lib/api/router.ts";

const { find } = createRouter(routes);

/** Answers under Next; server.ts mounts the same routes itself. */
const answer = (request: Request) => find(request.method, targetOf(request.url)).answer(request, {});

export { answer as DELETE, answer as GET, answer as HEAD, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };

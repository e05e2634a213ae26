import { portalRoute } from "#lib/http/portal.ts";
import { confirmApp, startApp } from "#lib/users/authenticator-app.ts";
import { appConfirmation } from "#lib/users/schema.ts";
import { removeApp } from "#lib/users/second-factors.ts";

export const POST = portalRoute({ for: "signedIn", beforeSecondFactor: true }, startApp);
export const PUT = portalRoute({ for: "signedIn", beforeSecondFactor: true, body: appConfirmation }, (ctx, { body }) =>
  confirmApp(ctx, body.code),
);
export const DELETE = portalRoute({ for: "signedIn" }, removeApp);

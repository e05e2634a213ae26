import { insuredClaimParams } from "#components/sandbox/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { startScenario } from "#lib/sandbox/play.ts";
import { playScenarioBody } from "#lib/sandbox/schema.ts";

export const POST = portalRoute({ for: "partner", params: insuredClaimParams, body: playScenarioBody }, (ctx, { params, body }) =>
  startScenario(ctx, params.id, body.name),
);

import { CovergateError, webhooks } from "@covergate/client";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const secret = process.env.COVERGATE_WEBHOOK_SECRET ?? "";
const app = new Hono();

app.post("/webhooks/covergate", async (context) => {
  try {
    const event = await webhooks.verify(await context.req.text(), context.req.raw.headers, secret);
    if (event.event_type === "v2.claim.closed") {
      console.log(event.id, event.data.claimId, event.data.status);
    }
    return context.body(null, 204);
  } catch (error) {
    if (!(error instanceof CovergateError)) throw error;
    return context.text(error.message, 400);
  }
});

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });

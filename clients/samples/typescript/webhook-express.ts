import { CovergateError, webhooks } from "@covergate/client";
import express from "express";

const secret = process.env.COVERGATE_WEBHOOK_SECRET ?? "";
const app = express();

// The signature is of the raw body: do not parse it before.
app.post("/webhooks/covergate", express.raw({ type: "*/*" }), async (request, response, next) => {
  try {
    const event = await webhooks.verify(request.body, request.headers, secret);
    if (event.event_type === "v2.claim.closed") {
      console.log(event.id, event.data.claimId, event.data.status);
    }
    response.sendStatus(204);
  } catch (error) {
    // Express 4 does not catch errors of an async handler.
    if (!(error instanceof CovergateError)) return next(error);
    response.status(400).send(error.message);
  }
});

app.listen(Number(process.env.PORT ?? 3000));

import { CovergateError, webhooks } from "@covergate/client";
import fastify from "fastify";

const secret = process.env.COVERGATE_WEBHOOK_SECRET ?? "";
const app = fastify();

app.register(async (scope) => {
  // The signature is of the raw body: do not parse it in this scope.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  scope.post("/webhooks/covergate", async (request, reply) => {
    try {
      const event = await webhooks.verify(request.body as Buffer, request.headers, secret);
      if (event.event_type === "v2.claim.closed") {
        console.log(event.id, event.data.claimId, event.data.status);
      }
      return await reply.code(204).send();
    } catch (error) {
      if (!(error instanceof CovergateError)) throw error;
      return await reply.code(400).send(error.message);
    }
  });
});

await app.listen({ port: Number(process.env.PORT ?? 3000) });

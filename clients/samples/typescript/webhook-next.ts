// app/webhooks/covergate/route.ts
import { CovergateError, webhooks } from "@covergate/client";

export async function POST(request: Request): Promise<Response> {
  const secret = process.env.COVERGATE_WEBHOOK_SECRET ?? "";
  try {
    const event = await webhooks.verify(await request.text(), request.headers, secret);
    if (event.event_type === "v2.claim.closed") {
      console.log(event.id, event.data.claimId, event.data.status);
    }
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof CovergateError)) throw error;
    return new Response(error.message, { status: 400 });
  }
}

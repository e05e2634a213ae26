import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { GetPromptResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

const word = z.string().max(2000).optional();

export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    "integrate_contracts",
    {
      title: "Integrate contracts",
      description: "Price, create, change and end insurance contracts from an application.",
      argsSchema: { stack: word.describe("The language and framework, such as TypeScript with Next.js.") },
    },
    ({ stack }) =>
      ask(`Integrate the Covergate insurance API into this application${stack === undefined ? "" : ` (${stack})`}: price, create, change and end contracts.

1. Read the resource of the page "first-contract" and search_docs for what else you need. Use the client library of this language where there is one.
2. With retrieve_renters, find a renter of this key. With preview_create_contract, price one contract and show its fields and price.
3. Write the code: the key comes from the environment variable COVERGATE_API_KEY; every write has an Idempotency-Key that stays the same when it is retried; retry 429, 503 and 5xx as the documentation says; decide by the error's code, never by its message.
4. Preview before creating, and show the price to the person who decides.
5. For each error code that a person can cause, call explain_error and turn its cure into a message in their words.
6. Test against the development environment, where nothing is insured or billed. Move the sandbox's clock to see a contract end.
7. Finish with GET /events or a webhook, so that the application learns of what it did not do itself.`),
  );
  server.registerPrompt(
    "debug_webhook",
    {
      title: "Debug a webhook",
      description: "Find out why an event did not arrive or was not accepted.",
      argsSchema: {
        problem: word.describe("What happens, and what should happen instead."),
        event: word.describe("The identifier of an event, or the contract or claim that it is about."),
      },
    },
    ({ problem, event }) =>
      ask(`A webhook of Covergate does not work${problem === undefined ? "" : `: ${problem}`}. Find the cause and correct it.

1. Read the resource of the page "webhooks".
2. With list_events${event === undefined ? "" : ` for ${event} (or get_event)`}, see whether the event exists and what exactly its data is. If it does not exist, nothing is sent: find out which request should have made it happen.
3. Read the receiver's code in this project. Check, in this order: it answers 2xx within 10 seconds and works afterwards; it verifies webhook-signature over the raw body, before parsing; it takes both signatures while a secret is rotated; it ignores an x-event-id that it has seen; it tolerates unknown fields and event types.
4. Ask me for the delivery's page in the portal (Webhooks, Deliveries): its attempts show the receiver's status, body and time.
5. Correct the receiver, and write a test with the event's data as list_events returned it.
6. Have the delivery sent again in the portal, and catch up with what was missed by list_events with \`after\`.`),
  );
}

function ask(text: string): GetPromptResult {
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}

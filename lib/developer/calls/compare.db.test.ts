import { expect, test } from "vitest";
import { makePortal } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { insertCalls } from "#lib/developer/calls/calls.fixture.ts";
import { compareWithSuccess } from "#lib/developer/calls/read.ts";

test("a refused call is compared with the closest of the last calls to its endpoint that succeeded", async () => {
  const ctx = await makePortal();
  const at = (minutesAgo: number) => new Date(ctx.realTime.getTime() - minutesAgo * 60_000);
  const body = (contract: object) => JSON.stringify({ uid: "a", ...contract });
  const [refused, , close] = await insertCalls(ctx.world.id, [
    { at: at(1), status: 400, errorCode: 1018, requestBody: body({ contract_type: "LCD", options: ["break"] }) },
    { at: at(2), requestBody: body({ contract_type: "LLD", options: ["break", "theft", "pro"] }) },
    { at: at(3), requestBody: body({ contract_type: "LCD", options: ["break", "theft"] }) },
    { at: at(0), requestBody: body({ contract_type: "LCD", options: ["break"] }) },
    { at: at(4), requestBody: body({ contract_type: "LCD", options: ["break"] }), endpoint: "amendContract" },
  ]);
  expect(await compareWithSuccess(ctx, refused?.executionId ?? "")).toEqual({
    executionId: close?.executionId,
    at: close?.at,
    differences: [{ field: "body.options.1", here: null, there: '"theft"' }],
    isCut: false,
  });
  expect(await compareWithSuccess(ctx, close?.executionId ?? "")).toBeNull();
});

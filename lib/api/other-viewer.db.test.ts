import { beforeAll, expect, test } from "vitest";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import type { SampleUser } from "#lib/account/users/users.fixture.ts";
import { nameViewer, viewerHeader } from "#lib/account/users/viewer.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { everyProcedure } from "#lib/rpc/every-procedure.fixture.ts";
import { answerWith } from "#lib/rpc/procedures.ts";
import { procedures } from "#lib/rpc/router.ts";

const answer = answerWith(procedures);
const all = Object.entries(everyProcedure).filter(([, { _def }]) => _def.meta?.audience !== "anyone");

let viewer = "";
let others: SampleUser[] = [];
beforeAll(async () => {
  const [shop, other] = await Promise.all([makePartner(), makePartner()]);
  const first = await makeUser({ role: "owner", partnerId: shop.id });
  viewer = nameViewer({ id: first.id, partner: { id: shop.id, name: "" } });
  others = await Promise.all([
    makeUser({ role: "owner", partnerId: shop.id }),
    makeUser({ role: "owner", partnerId: other.id }),
    makeUser("support"),
    makeUser("handler"),
  ]);
});

// rules/authority.md#identity-4
test("no procedure does anything for a page that was rendered for somebody else", async () => {
  expect(all.filter(([, { _def }]) => _def.type === "mutation").length).toBeGreaterThan(50);
  for (const user of others) {
    const cookie = await makeSessionCookie(user);
    for (const [name, { _def }] of all) {
      const isChange = _def.type === "mutation";
      const response = await answer(
        new Request(`http://covergate.test/api/portal/trpc/${name}`, {
          method: isChange ? "POST" : "GET",
          headers: {
            host: "covergate.test",
            origin: "http://covergate.test",
            "content-type": "application/json",
            cookie,
            [viewerHeader]: viewer,
          },
          ...(isChange && { body: "{}" }),
        }),
      );
      const text = await response.text();
      expect([name, response.status, text]).toEqual([name, 409, expect.stringContaining('"key":"otherViewer"')]);
    }
  }
});

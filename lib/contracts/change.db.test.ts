import { expect, test } from "vitest";
import { amend } from "#lib/contracts/amend.ts";
import { bike, makeContract, noon, openShop, readAll, readStory } from "#lib/renewals/shop.fixture.ts";

test("more changes of one contract at once than anybody makes are all made", { timeout: 60_000 }, async () => {
  const shop = await openShop();
  const start = noon("2027-01-10");
  const cid = await makeContract(shop, "LMD", start, 3, { products: Array.from({ length: 60 }, () => bike()) });
  const { contract } = await readAll(shop, cid, start);
  const cpids = Object.keys(contract.products);
  await Promise.all(cpids.map((cpid) => amend(shop.at(start), cid, { products: { [cpid]: { user_name: "Grace" } } }, { preview: false })));
  const after = (await readAll(shop, cid, start)).contract;
  const open = Object.values(after.products).filter(({ status }) => status === "open");
  expect(open.map(({ data }) => data.user_name)).toEqual(cpids.map(() => "Grace"));
  expect(after.price).toBe(contract.price);
  expect(await readStory(cid)).toEqual(["created", ...cpids.map(() => "updated")]);
});

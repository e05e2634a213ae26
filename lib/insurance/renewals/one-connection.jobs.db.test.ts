import { expect, test } from "vitest";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { addProducts, amend as amendContract, end, removeProducts } from "#lib/insurance/contracts/change.ts";
import { reopen } from "#lib/insurance/contracts/reopen.ts";
import { amend, configure } from "#lib/insurance/renewals/configure.ts";
import { readCurrent } from "#lib/insurance/renewals/read.ts";
import {
  actOnAllAtOnce,
  bike,
  makeContract,
  noon,
  openShop,
  readAll,
  readChain,
  readStory,
  runJobs,
} from "#lib/insurance/renewals/shop.fixture.ts";

// With one connection, a job that needs a second one would wait forever.
await useOwnDatabase({ isNarrow: true });

test("contracts and renewals never need two connections at once", async () => {
  const shop = await openShop(["bulk_renewals", "renew_by_default"]);
  const start = noon("2027-01-10");
  const ctx = shop.at(start);
  const written = { preview: false };
  const [first, second] = [
    await makeContract(shop, "LMD", start, 1, { products: [bike(), bike()] }),
    await makeContract(shop, "LLD", start, 12),
  ];
  const [one = "", two = ""] = Object.keys((await readAll(shop, first, start)).contract.products);

  await amendContract(ctx, first, { end_date: noon("2027-03-10").toISOString(), products: { [one]: { user_name: "Grace" } } }, written);
  await addProducts(ctx, first, { start_date: noon("2027-01-11").toISOString(), products: [bike()] }, written);
  await removeProducts(ctx, first, { reason: "sold", products: [two] }, written);
  const { arid } = await readCurrent(ctx, first);
  await amend(ctx, first, arid, { rejected: true });
  await configure(ctx, first, { duration_months: 2 });
  expect(await actOnAllAtOnce(ctx, { disable_notification_on_all_contracts: true })).toHaveLength(2);
  await end(shop.at(noon("2027-01-20")), second, { reason: "sold" }, written);

  await runJobs(noon("2027-07-10"));
  const chain = await readChain(shop, first, noon("2027-07-10"));
  expect(chain.map(({ contract }) => contract.status)).toEqual(["closed", "closed", "closed", "open"]);

  const third = await makeContract(shop, "LMD", noon("2027-05-10"), 1, { automatic_renewal: false });
  await runJobs(noon("2027-07-10"));
  const staff = operatorContext("tests", noon("2027-07-10"));
  await reopen(staff, third, { endDate: noon("2027-08-10"), reason: "by mistake" });
  expect(await readStory(third)).toEqual(["created", "closed", "reopened"]);
});

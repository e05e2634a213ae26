import { expect, test } from "vitest";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { asPerson, contextOf, makeUser } from "#lib/account/users/users.fixture.ts";
import { findForPartner, findForStaff } from "#lib/developer/search/find.ts";
import { makeContract, noon, openShop } from "#lib/insurance/renewals/shop.fixture.ts";
import { read } from "#lib/insurance/statements/read.ts";
import { numberOf } from "#lib/insurance/statements/rules/months.ts";

// A database of its own, since support finds the months of all partners.
await useOwnDatabase();

// rules/search.md#palette-3
test("a statement is found by its month in either language, and by its number, if there is one of that month", async () => {
  const shop = await openShop();
  await makeContract(shop, "LMD", noon("2026-10-10"), 3);
  const at = (day: string) => asPerson(shop.at(noon(day)), "member");
  const now = at("2026-12-10");
  const october = { kind: "statements", href: "/production/statements/2026-10" };
  for (const term of ["october 2026", "octobre 2026", "relevé d’octobre 2026", "2026-10", "10/2026", "october"]) {
    expect((await findForPartner(now, term))[0]).toMatchObject(october);
  }
  const { sha256 } = await read(now, "2026-10");
  const number = numberOf("2026-10", sha256 ?? "");
  expect(await findForPartner(now, number)).toMatchObject([{ ...october, title: number }]);
  for (const term of ["september 2026", "january 2027", "2026-10-00000000"]) expect(await findForPartner(now, term)).toEqual([]);
  const stranger = { ...now, world: { ...now.world, id: 0 } };
  for (const term of ["october 2026", number]) expect(await findForPartner(stranger, term)).toEqual([]);

  const staff = async (role: "support" | "handler") => ({ ...(await contextOf(await makeUser(role))), now: noon("2026-12-10") });
  const support = await staff("support");
  expect((await findForStaff(support, "octobre 2026"))[0]).toMatchObject({ kind: "statements", href: "/support/statements/2026-10" });
  expect((await findForStaff(support, number))[0]).toMatchObject({ href: `/support/statements/2026-10/${shop.partnerId}` });
  expect(await findForStaff(await staff("handler"), "october 2026")).toEqual([]);
});

import { expect, test } from "vitest";
import { readDeclaration } from "#lib/insurance/claim-links/rules/declaration.ts";

const form = new Map(
  Object.entries({
    day: "2031-03-10",
    time: "09:21",
    description: "I slipped on a patch of ice while riding downhill, and the wheel is bent.",
    address: "14 montée de la Grande Côte",
    zipcode: "69001",
    city: "LYON",
    country: "FR",
    firstName: "Ada",
    lastName: "Martin",
    phone: "+33612345678",
  }),
);

test.each([
  { coveredFrom: "2031-03-10T08:21:40.000Z", claimAt: "2031-03-10T08:21:40.000Z", what: "the minute in which the cover began" },
  { coveredFrom: "2031-03-10T08:20:40.000Z", claimAt: "2031-03-10T08:21:00.000Z", what: "a later minute" },
  {
    coveredFrom: "2031-03-10T08:22:00.000Z",
    claimAt: "2031-03-10T08:21:00.000Z",
    what: "a minute before it, which the rules of claims refuse",
  },
])("the time of a loss is read in the zone of the contract, to the minute: $what", ({ coveredFrom, claimAt }) => {
  const declared = {
    uid: "renter",
    cid: "c",
    cpid: "p",
    coveredFrom: new Date(coveredFrom),
    timeZone: "Europe/Paris",
    subtype: "partial_break",
    questions: [],
  } as const;
  expect(readDeclaration(form, declared)).toMatchObject({ claimAt });
});

test("a loss in Réunion is read in its local time", () => {
  const declared = { uid: "renter", cid: "c", cpid: "p", subtype: "partial_break", questions: [] } as const;
  const there = { ...declared, coveredFrom: new Date("2031-03-01T00:00:00.000Z"), timeZone: "Indian/Reunion" };
  expect(readDeclaration(form, there)).toMatchObject({ claimAt: "2031-03-10T05:21:00.000Z" });
});

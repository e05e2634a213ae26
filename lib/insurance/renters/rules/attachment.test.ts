import { expect, test } from "vitest";
import { faultOf } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { notAttached, readRenterId } from "#lib/insurance/renters/rules/attachment.ts";

// rules/renters.md#attach-2
test.each([
  ["renter-lyon", "renter-lyon"],
  [{ renter_id: "renter-lyon" }, "renter-lyon"],
  [" renter ", " renter "],
])("the body %j names the renter %j", (body, uid) => {
  expect(readRenterId(body)).toBe(uid);
});

test.each([
  undefined,
  null,
  "",
  "  ",
  {},
  [],
  ["renter-lyon"],
  7,
  true,
  { renter_id: null },
  { renter_id: "" },
  { renter_id: 7 },
  { renter_id: { renter_id: "x" } },
  { uid: "renter-lyon" },
])("2000: the body %j names no renter", (body) => {
  expect(faultOf(() => readRenterId(body))).toBe("RENTER_ID_MISSING");
  expect(() => readRenterId(body)).toThrow('send the uid of a renter as a JSON text, or as {"renter_id": uid}');
});

test("400: an unknown field is refused by its name", () => {
  expect(() => readRenterId({ renter_id: "renter-lyon", name: "Lyon" })).toThrow('the field "name" is not accepted here');
});

// rules/renters.md#attach-8
test("9003 names the field and the renter that was sent, and says where the attached ones are listed", () => {
  expect(notAttached("uid", "renter-lion")).toMatchObject({
    errorName: "UNAUTHORIZED_USER",
    field: "uid",
    message:
      'Unauthorized user: uid "renter-lion" names no rental company that is attached to this API key\'s environment; GET /renters lists those that are, and POST /renters attaches one',
  });
  expect(notAttached("userId", "x")).toMatchObject({ field: "userId", message: expect.stringMatching(/^Unauthorized user: userId "x"/) });
});

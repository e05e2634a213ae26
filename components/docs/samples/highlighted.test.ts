import { isValidElement } from "react";
import { expect, test } from "vitest";
import { Highlighted } from "#components/docs/samples/highlighted.tsx";

/** The pieces of a code that are coloured. */
function colouredIn(code: string): unknown[] {
  return Highlighted({ code })
    .filter(isValidElement<{ children: unknown }>)
    .map(({ props }) => props.children);
}

test("numbers are coloured, but not the port of an address", () => {
  expect(colouredIn("curl http://localhost:4000/v2/renters/7 --max-time 10")).toEqual(["curl", "10"]);
});

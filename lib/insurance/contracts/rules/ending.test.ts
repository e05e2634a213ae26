import { expect, test } from "vitest";
import { after, days, now, sampleContract } from "#lib/insurance/contracts/rules/amend.fixture.ts";
import { cancelContract, eventOfEnding, terminateContract } from "#lib/insurance/contracts/rules/ending.ts";

const contract = sampleContract();

test.each([
  ["a cancellation", cancelContract(contract, null, now), "v2.contract.canceled"],
  ["a termination", terminateContract(contract, now, "sold", now), "v2.contract.terminated"],
  ["a termination on a day to come", terminateContract(contract, after(days(1)), "sold", now), "v2.contract.updated"],
  ["products that end while the contract goes on", { contract: null, products: [] }, "v2.contract.updated"],
])("%s has its own event type", (_what, ending, event) => expect(eventOfEnding(ending)).toBe(event));

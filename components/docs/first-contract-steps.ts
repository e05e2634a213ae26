import { stepOf } from "#components/docs/step-of.ts";
import type { GuideStep } from "#components/docs/step-of.ts";
import { createContract, endContract, readContract } from "#lib/contracts/endpoints.ts";
import { createProduct } from "#lib/products/endpoints.ts";
import { attachRenter } from "#lib/renters/endpoints.ts";

/** The steps of the guide to a first contract, with the requests of the reference, which the tests run one after the other. */
export const firstContractSteps = {
  renter: stepOf(attachRenter, "One renter"),
  product: stepOf(createProduct, "A bike"),
  price: stepOf(createContract, "The price of a weekend"),
  create: stepOf(createContract, "Three months, a bike of the catalogue and a phone described inline"),
  read: stepOf(readContract, "One contract"),
  end: stepOf(endContract, "Terminate on a day to come"),
} as const satisfies Record<string, GuideStep>;

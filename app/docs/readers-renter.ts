import { cache } from "react";
import { findOwner } from "#app/_session/session.ts";
import { findFirstRenter } from "#lib/renters/find-first-renter.ts";
import type { FirstRenter } from "#lib/renters/find-first-renter.ts";

/** A renter with which the owner who reads a guide can follow it; undefined for everybody else. */
export const findReadersRenter = cache(async (): Promise<FirstRenter | undefined> => {
  const owner = await findOwner("development");
  return owner && findFirstRenter(owner);
});

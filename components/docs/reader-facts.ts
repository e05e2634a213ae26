import type { LookUp, PalettePage } from "#components/palette/palette-groups.ts";
import type { FirstRenter } from "#lib/insurance/renters/find.ts";

/** Facts about the reader, which a page of the documentation loads after it is shown. */
export interface Reader {
  /** The signed-in user's first page; null for nobody. */
  home: string | null;
  /** The viewer for whom the page acts (lib/account/users/viewer.ts); null for nobody. */
  viewer: string | null;
  pages: readonly PalettePage[];
  lookUp: LookUp;
  /** Whether this installation sends e-mail. */
  sendsMail: boolean;
  trying: Trying | null;
}

/** The facts with which an owner sends requests from the documentation; null for everybody else. */
export interface Trying {
  worldId: number;
  /** A renter with which the owner can follow a guide. */
  renter?: FirstRenter | undefined;
  /** How far the development clock is ahead of real time. */
  clockOffsetMs: number;
}

export const nobody: Reader = { home: null, viewer: null, pages: [], lookUp: "none", sendsMail: false, trying: null };

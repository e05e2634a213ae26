"use client";

import { createContext } from "react";
import type { ReactNode } from "react";
import type { FirstRenter } from "#lib/renters/find-first-renter.ts";

/** What an owner needs to send requests from the documentation; null for everybody else. */
export interface Trying {
  worldId: number;
  renter: FirstRenter | undefined;
  /** How far the development clock is ahead of real time. */
  clockOffsetMs: number;
}

export const TryingContext = createContext<Trying | null>(null);

export function TryingProvider({ trying, children }: { trying: Trying | null; children: ReactNode }) {
  return <TryingContext value={trying}>{children}</TryingContext>;
}

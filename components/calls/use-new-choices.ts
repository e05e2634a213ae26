"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import type { DescribedChoices } from "#components/calls/described-choices.ts";
import type { CallRowData } from "#components/calls/queries.ts";

/** Asks for the choices anew when a call comes in that is of none of them: what has not occurred yet is no choice. */
export function useNewChoices(rows: readonly CallRowData[] | undefined, choices: DescribedChoices): void {
  const router = useRouter();
  // A call that stays unknown, such as one of a kind that was seen on another page, is asked about once.
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const isKnown = ({ method, status, errorCode, endpoint }: CallRowData) =>
      choices.methods.includes(method) &&
      choices.statuses.includes(status) &&
      (errorCode === null || choices.errorCodes.some(({ value }) => value === String(errorCode))) &&
      choices.endpoints.some(({ value }) => value === (endpoint ?? "unknown"));
    const unknown = (rows ?? []).filter((row) => !isKnown(row) && !asked.current.has(row.executionId));
    for (const { executionId } of unknown) asked.current.add(executionId);
    if (unknown.length > 0) router.refresh();
  }, [rows, choices, router]);
}

"use client";

import { createContext, use, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { chartCookie, keepCookie } from "#components/shell/cookies.ts";

interface ChartChoice {
  isOpen: boolean;
  choose: (isOpen: boolean) => void;
}

const ChartContext = createContext<ChartChoice>({ isOpen: false, choose: () => undefined });

/** Whether lists show their chart: a choice for all of them that the browser remembers. */
export const useChartChoice = (): ChartChoice => use(ChartContext);

export function RememberChart({ wasOpen, children }: { wasOpen: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(wasOpen);
  const choice = useMemo(
    () => ({
      isOpen,
      choose(open: boolean) {
        setOpen(open);
        keepCookie(chartCookie, open ? "open" : "closed");
      },
    }),
    [isOpen],
  );
  return <ChartContext value={choice}>{children}</ChartContext>;
}

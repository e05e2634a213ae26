"use client";

import { ThemeProvider as NextThemes } from "next-themes";
import type { ReactNode } from "react";

/** Light, dark, or as the system has it; chosen before the first paint, by an inline script that carries the page's nonce. */
export function ThemeProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    <NextThemes attribute="class" storageKey="covergate-theme" nonce={nonce}>
      {children}
    </NextThemes>
  );
}

"use client";

import { ThemeProvider as NextThemes } from "next-themes";
import type { ReactNode } from "react";

/** Light, dark or the system's theme, chosen before the first paint by an inline script with the page's nonce. */
export function ThemeProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    <NextThemes attribute="class" storageKey="covergate-theme" nonce={nonce}>
      {children}
    </NextThemes>
  );
}

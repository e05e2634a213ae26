"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider as NextThemes } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { useState } from "react";
import { makeQueryClient } from "#components/kit/api/query-client.ts";

/** Light, dark or the system's theme, chosen before the first paint by an inline script with the page's nonce. */
export function ThemeProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    <NextThemes attribute="class" storageKey="covergate-theme" nonce={nonce}>
      {children}
    </NextThemes>
  );
}

/** Provides TanStack Query for data and nuqs for filters in the address. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return (
    <NuqsAdapter>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </NuqsAdapter>
  );
}

"use client";

import { useTheme } from "next-themes";
import { useEffect } from "react";
import type { CSSProperties } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { showNotifications } from "#components/portal/notify.ts";

const colours = {
  "--normal-bg": "var(--popover)",
  "--normal-text": "var(--popover-foreground)",
  "--normal-border": "var(--border)",
  "--success-bg": "var(--popover)",
  "--success-text": "var(--success)",
  "--success-border": "var(--border)",
  "--error-bg": "var(--danger-surface)",
  "--error-text": "var(--danger)",
  "--error-border": "var(--border)",
  "--border-radius": "var(--radius-lg)",
} as CSSProperties;

/** Shows what `notify` tells. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  useEffect(() => showNotifications(({ kind, text }) => void toast[kind](text)), []);
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="bottom-right"
      style={colours}
      // What lies under a notification can be pressed all the same.
      className="pointer-events-none!"
      toastOptions={{ className: "pointer-events-none! font-sans!" }}
      richColors
    />
  );
}

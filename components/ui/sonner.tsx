"use client";

import { useTheme } from "next-themes";
import { useEffect } from "react";
import type { ComponentProps, CSSProperties } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { showNotifications } from "#components/kit/states/notify.ts";

const colours = {
  "--normal-bg": "var(--popover)",
  "--normal-text": "var(--popover-foreground)",
  "--normal-border": "var(--border)",
  "--success-bg": "var(--popover)",
  "--success-text": "var(--success)",
  "--success-border": "var(--border)",
  "--info-bg": "var(--popover)",
  "--info-text": "var(--popover-foreground)",
  "--info-border": "var(--border)",
  "--error-bg": "var(--danger-surface)",
  "--error-text": "var(--danger)",
  "--error-border": "var(--border)",
  "--border-radius": "var(--radius-lg)",
} as CSSProperties;

type Place = NonNullable<ComponentProps<typeof Sonner>["position"]>;

const places: readonly Place[] = ["bottom-right", "bottom-center", "top-center", "top-right"];
/** Distances from the edges; at the top below the sticky bars. */
const desk = { top: 40, right: 24, bottom: 24, left: 24 };
const phone = { top: 92, right: 16, bottom: 16, left: 16 };
const phoneWidth = 600;
/** The size of a notification with two lines of text. */
const size = { width: 356, height: 76 };

/** Renders the notifications of `notify`. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  useEffect(() => showNotifications(({ kind, text }) => void toast[kind](text, { position: findPlace() })), []);
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      offset={desk}
      mobileOffset={phone}
      style={colours}
      // Clicks pass through to anything that it still covers.
      className="pointer-events-none!"
      toastOptions={{ className: "pointer-events-none! font-sans!" }}
      richColors
    />
  );
}

/** Finds a corner where a notification covers no button, if there is one. */
function findPlace(): Place {
  const controls = [...document.querySelectorAll("button, [data-slot=button], input, select, textarea")].map((control) =>
    control.getBoundingClientRect(),
  );
  const isFree = (place: Place) => {
    const area = areaOf(place);
    return controls.every(
      ({ top, right, bottom, left }) => right <= area.left || left >= area.right || bottom <= area.top || top >= area.bottom,
    );
  };
  return places.find(isFree) ?? "bottom-right";
}

function areaOf(place: Place): Pick<DOMRect, "top" | "right" | "bottom" | "left"> {
  const { clientWidth, clientHeight } = document.documentElement;
  const isPhone = clientWidth <= phoneWidth;
  const offset = isPhone ? phone : desk;
  const width = isPhone ? clientWidth - offset.left - offset.right : size.width;
  const left = !isPhone && place.endsWith("center") ? (clientWidth - width) / 2 : clientWidth - offset.right - width;
  const top = place.startsWith("top") ? offset.top : clientHeight - offset.bottom - size.height;
  return { top, right: left + width, bottom: top + size.height, left };
}

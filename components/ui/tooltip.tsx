"use client";

import { Slot } from "radix-ui";
import { useEffect, useId, useState } from "react";
import type { PointerEvent, ReactNode } from "react";

interface Place {
  left: number;
  bottom: number;
}

const gap = 6;
const delayMs = 200;

/**
 * Tooltip on hover and focus. It stays open while the pointer is over it and closes with Escape (WCAG 2.2, 1.4.13). Small, since every
 * row of a list has it. `children`: the one element that it describes.
 */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  const id = useId();
  const [place, setPlace] = useState<Place>();
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>();

  function show(target: Element) {
    const box = target.getBoundingClientRect();
    setPlace({
      left: Math.min(Math.max(box.left + box.width / 2, 130), window.innerWidth - 130),
      bottom: window.innerHeight - box.top + gap,
    });
  }
  function hide() {
    clearTimeout(timer);
    setPlace(undefined);
  }
  function point({ currentTarget, pointerType }: PointerEvent) {
    if (pointerType === "mouse") setTimer(setTimeout(() => show(currentTarget), delayMs));
    else show(currentTarget);
  }

  const isShown = place !== undefined;
  useEffect(() => {
    if (!isShown) return;
    const close = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === "Escape") setPlace(undefined);
    };
    window.addEventListener("keydown", close);
    window.addEventListener("scroll", close, true);
    return () => {
      window.removeEventListener("keydown", close);
      window.removeEventListener("scroll", close, true);
    };
  }, [isShown]);

  return (
    <span
      className={isShown ? "relative z-20" : undefined}
      onPointerEnter={point}
      onPointerLeave={hide}
      onFocus={(event) => show(event.currentTarget)}
      onBlur={hide}
    >
      <Slot.Root aria-describedby={isShown ? id : undefined}>{children}</Slot.Root>
      {isShown ? (
        <span
          id={id}
          role="tooltip"
          style={place}
          className="fixed z-50 block w-max max-w-60 -translate-x-1/2 rounded-md bg-foreground px-2.5 py-1.5 text-left text-sm font-normal whitespace-normal text-background shadow-md after:absolute after:inset-x-0 after:top-full after:h-1.5"
        >
          {content}
        </span>
      ) : null}
    </span>
  );
}

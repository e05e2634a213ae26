"use client";

import { Slot } from "radix-ui";
import { lazy, Suspense, useState } from "react";
import type { ComponentType, ReactNode } from "react";

/**
 * A button whose menu, dialog or popover is loaded on first hover and replaces it, open, on first use. `load` imports the replacement,
 * which gets the same props, renders the same trigger and starts open.
 */
export function onDemand<Props extends { trigger: ReactNode }>(load: () => Promise<ComponentType<Props>>, opens: "menu" | "dialog") {
  const Content = lazy(() => load().then((component) => ({ default: component })));
  const prepare = () => void load();
  return function OnDemand(props: Props) {
    const [isWanted, setIsWanted] = useState(false);
    if (isWanted) {
      return (
        <Suspense fallback={props.trigger}>
          <Content {...props} />
        </Suspense>
      );
    }
    return (
      <Slot.Root aria-haspopup={opens} aria-expanded={false} onPointerEnter={prepare} onFocus={prepare} onClick={() => setIsWanted(true)}>
        {props.trigger}
      </Slot.Root>
    );
  };
}

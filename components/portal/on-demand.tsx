"use client";

import { Slot } from "radix-ui";
import { Suspense, useState } from "react";
import type { ReactNode } from "react";

/**
 * A button whose menu, dialog or popover is loaded when it is first pointed at, and takes over, open, when it is first used.
 * `children` render it: a lazy component that is given the same trigger, and begins open.
 */
export function OnDemand({
  trigger,
  opens,
  load,
  children,
}: {
  trigger: ReactNode;
  opens: "menu" | "dialog";
  /** What the lazy component of `children` loads. */
  load: () => Promise<unknown>;
  children: ReactNode;
}) {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <Suspense fallback={trigger}>{children}</Suspense>;
  const prepare = () => void load();
  return (
    <Slot.Root aria-haspopup={opens} aria-expanded={false} onPointerEnter={prepare} onFocus={prepare} onClick={() => setIsWanted(true)}>
      {trigger}
    </Slot.Root>
  );
}

"use client";

import { usePathname } from "next/navigation";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { ReactNode, RefObject } from "react";

/** The last seen page, stored outside, since a change of environment remounts the component. */
const seen = { pathname: "" };

/** The page itself. It takes the focus after a navigation, so that keyboard and screen readers continue in it. */
export function MainContent({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const pathname = usePathname();
  // Before the paint: later it would take the focus from a field that somebody has begun to fill in.
  useLayoutEffect(() => {
    const isMove = seen.pathname !== "" && seen.pathname !== pathname;
    seen.pathname = pathname;
    if (isMove) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  useFocusFallback(main);
  return (
    <main
      ref={main}
      id="content"
      tabIndex={-1}
      className="mx-auto w-full max-w-[84rem] px-4 py-4 outline-none sm:px-6 lg:px-9 print:max-w-none print:p-0"
    >
      {children}
    </main>
  );
}

/** Focuses `fallback` when the focused element disappears; otherwise the keyboard would restart at the top. */
function useFocusFallback(fallback: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let focused: EventTarget | null = null;
    const note = ({ type, target }: Event) => (focused = type === "focusin" ? target : null);
    const isLost = () => focused instanceof Node && !focused.isConnected && document.activeElement === document.body;
    const catchFocus = () => isLost() && fallback.current?.focus({ preventScroll: true });
    // After components that choose a better place: a dialog returns the focus to its trigger.
    const observer = new MutationObserver(() => isLost() && requestAnimationFrame(catchFocus));
    observer.observe(document.body, { childList: true, subtree: true });
    // A pointer press means that the user has moved on: forget the last focused element, even if nothing takes the focus.
    document.addEventListener("pointerdown", note, true);
    document.addEventListener("focusin", note);
    return () => {
      observer.disconnect();
      document.removeEventListener("pointerdown", note, true);
      document.removeEventListener("focusin", note);
    };
  }, [fallback]);
}

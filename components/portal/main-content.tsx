"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

/** The page that was seen last: kept outside, as a change of the environment makes everything anew. */
const seen = { pathname: "" };

/** The page itself. After a move to another page the focus goes there, so that the keyboard and screen readers go on in it. */
export function MainContent({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const pathname = usePathname();
  useEffect(() => {
    const isMove = seen.pathname !== "" && seen.pathname !== pathname;
    seen.pathname = pathname;
    if (isMove) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main ref={main} id="content" tabIndex={-1} className="mx-auto w-full max-w-[84rem] px-4 py-6 outline-none sm:px-6 lg:px-9 lg:py-8">
      {children}
    </main>
  );
}

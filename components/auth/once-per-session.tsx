"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { askedCookie } from "#components/auth/later-cookie.ts";
import { keepCookie } from "#components/shell/keep-cookie.ts";

const month = 30 * 86_400;

/** Shows the question for a second factor on the first page of a session, until the viewer goes to another page. */
export function OncePerSession({
  sessionId,
  wasShown,
  children,
}: {
  sessionId: string;
  /** True if an earlier page of the session showed it. A refresh of this page does not count. */
  wasShown: boolean;
  children: ReactNode;
}) {
  const pathname = usePathname();
  const [first] = useState(pathname);
  const [isOver, setOver] = useState(wasShown);
  if (!isOver && pathname !== first) setOver(true);
  useEffect(() => keepCookie(askedCookie, sessionId, month), [sessionId]);
  return isOver ? null : children;
}

"use client";

import { usePathname, useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { laterCookie } from "#components/auth/later-cookie.ts";
import { api } from "#components/portal/api.ts";
import { keepCookie } from "#components/portal/keep-cookie.ts";
import { notify } from "#components/portal/notify.ts";
import { useFailureText } from "#components/portal/use-failure-text.ts";
import { Button } from "#components/ui/button.tsx";

const week = 7 * 86_400;

/** Leaves something out on one page. */
export function ElsewhereThan({ href, children }: { href: string; children: ReactNode }) {
  return usePathname() === href ? null : children;
}

/** The user says that the sign-ins on new devices up to this one were theirs. */
export function AcknowledgeDevices({ sessionId, children }: { sessionId: string; children: ReactNode }) {
  const router = useRouter();
  const say = useFailureText();
  async function acknowledge() {
    try {
      await api("POST", "/me/sessions/[sessionId]/acknowledgement", { params: { sessionId } });
      router.refresh();
    } catch (error) {
      notify("error", say(error));
    }
  }
  return (
    <Button variant="ghost" size="sm" className="text-foreground" onClick={() => void acknowledge()}>
      {children}
    </Button>
  );
}

/** Does not ask for a second factor for a while. */
export function AskLater({ children }: { children: ReactNode }) {
  const router = useRouter();
  return (
    <Button
      variant="ghost"
      size="sm"
      className="text-foreground"
      onClick={() => {
        keepCookie(laterCookie, "yes", week);
        router.refresh();
      }}
    >
      {children}
    </Button>
  );
}

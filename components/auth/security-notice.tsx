"use client";

import { Info, TriangleAlert } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { api } from "#components/kit/api/api.ts";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { askedCookie, keepCookie, laterCookie } from "#components/shell/cookies.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";

const month = 30 * 86_400;

const week = 7 * 86_400;

const tones = {
  warning: { icon: TriangleAlert, surface: "border-warning/25 bg-warning-surface", words: "text-warning" },
  info: { icon: Info, surface: "border-info/25 bg-info-surface", words: "text-info" },
} as const;

/** A notice about the user's own account, hidden on the page that it links to. */
export function SecurityNotice({
  tone,
  label,
  title,
  href,
  link,
  action,
  children,
}: {
  tone: keyof typeof tones;
  label: string;
  title: string;
  href: string;
  link: string;
  /** The action that the notice offers itself. */
  action: ReactNode;
  children: ReactNode;
}) {
  const { icon: Icon, surface, words } = tones[tone];
  if (usePathname() === href) return null;
  return (
    <section aria-label={label} className={cn("flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border pr-1 pl-3 text-sm", surface)}>
      <Icon aria-hidden className={cn("size-4 shrink-0 max-sm:hidden", words)} />
      <p className="min-w-0 flex-1 basis-72 py-1 text-pretty [overflow-wrap:anywhere]">
        <strong className={cn("font-semibold", words)}>{`${title}. `}</strong>
        {children}
      </p>
      <div className="flex flex-wrap items-center gap-1">
        <Link href={href} className="font-medium text-link underline-offset-2 hover:underline">
          {link}
        </Link>
        {action}
      </div>
    </section>
  );
}

/** Confirms that the sign-ins on new devices up to this one were the user's own. */
export function AcknowledgeDevices({ sessionId, children }: { sessionId: string; children: ReactNode }) {
  const router = useRouter();
  const say = useErrorText();
  async function acknowledge() {
    try {
      await api.account.acknowledgeDevices.mutate({ sessionId });
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

/** Postpones the question for a second factor. */
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

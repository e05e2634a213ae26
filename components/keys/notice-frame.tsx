"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert, X } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { newestNoticeQuery } from "#components/keys/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";

/**
 * Shows a notice that the server rendered until it is dismissed, and refreshes it when there is a newer one, even on a page that stays
 * open. The server renders the text, so that pages carry no messages for it.
 */
export function NoticeFrame({
  of,
  newest,
  href,
  words,
  children,
}: {
  of: "keys" | "webhooks";
  /** The instant of the newest notice, or null. */
  newest: string | null;
  /** The page with the details, on which the notice is hidden. */
  href: string;
  words: { label: string; dismiss: string; link: string };
  children: ReactNode;
}) {
  const environment = useEnvironment();
  const pathname = usePathname();
  const router = useRouter();
  const client = useQueryClient();
  const say = useErrorText();
  const query = newestNoticeQuery(environment, of, newest);
  const { data: newestNow } = useQuery(query);
  const [dismissed, setDismissed] = useState<string | null>(null);
  useEffect(() => {
    if (newestNow !== newest) router.refresh();
  }, [newestNow, newest, router]);

  async function dismiss(until: string) {
    setDismissed(until);
    try {
      await api[of].markNoticesSeen.mutate({ environment, until });
      await client.invalidateQueries({ queryKey: query.queryKey });
    } catch (error) {
      setDismissed(null);
      notify("error", say(error));
    }
  }

  if (newest === null || newest === dismissed || pathname === href) return null;
  return (
    <section
      aria-label={words.label}
      className="mb-4 flex items-center gap-3 rounded-lg border border-warning/25 bg-warning-surface py-1 pr-1 pl-3 text-sm"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 truncate">{children}</p>
      <Link href={href} className="shrink-0 font-medium text-link underline-offset-2 hover:underline">
        {words.link}
      </Link>
      <Button variant="ghost" size="icon-sm" aria-label={words.dismiss} onClick={() => void dismiss(newest)}>
        <X aria-hidden />
      </Button>
    </section>
  );
}

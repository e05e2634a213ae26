"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { newestNoticeQuery } from "#components/keys/queries.ts";
import { api } from "#components/portal/api.ts";
import { notify } from "#components/portal/notify.ts";
import { useFailureText } from "#components/portal/use-failure-text.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Environment } from "#lib/partners/schema.ts";

/**
 * Shows the notices that the server rendered until they are dismissed, and has it render them anew when there is something new,
 * so that a page that stays open tells, too. Pages carry no sentences for it: the server words it.
 */
export function NoticeFrame({
  environment,
  newest,
  words,
  links,
  children,
}: {
  environment: Environment;
  /** The instant of the newest notice inside; null where there is none. */
  newest: string | null;
  words: { label: string; dismiss: string };
  links: ReactNode;
  children: ReactNode;
}) {
  const router = useRouter();
  const client = useQueryClient();
  const say = useFailureText();
  const query = newestNoticeQuery(environment, newest);
  const { data: newestNow } = useQuery(query);
  const [dismissed, setDismissed] = useState<string | null>(null);
  useEffect(() => {
    if (newestNow !== newest) router.refresh();
  }, [newestNow, newest, router]);

  async function dismiss() {
    setDismissed(newest);
    try {
      await api("POST", "/[environment]/keys/notices", { params: { environment }, body: { until: newest } });
      await client.invalidateQueries({ queryKey: query.queryKey });
    } catch (error) {
      setDismissed(null);
      notify("error", say(error));
    }
  }

  if (newest === null || newest === dismissed) return null;
  return (
    <section aria-label={words.label} className="mb-6">
      <Alert tone="warning">
        {children}
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          {links}
          <Button variant="outline" size="sm" className="text-foreground" onClick={() => void dismiss()}>
            {words.dismiss}
          </Button>
        </div>
      </Alert>
    </section>
  );
}

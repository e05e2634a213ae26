"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { queuePageQuery } from "#components/console/claims/queries.ts";
import type { AskedQueue } from "#components/console/claims/queries.ts";
import { Key } from "#components/console/claims/shortcuts.tsx";
import { Button } from "#components/ui/button.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";

export function NeighbourLink({ href, direction }: { href: string | undefined; direction: "next" | "previous" }) {
  const t = useTranslations("claims.desk");
  const Icon = direction === "next" ? ArrowDown : ArrowUp;
  const key = direction === "next" ? "j" : "k";
  const content = (
    <>
      <Icon aria-hidden />
      {t(direction)}
      <Key>{key}</Key>
    </>
  );
  if (href === undefined) {
    return (
      <Button variant="outline" disabled>
        {content}
      </Button>
    );
  }
  return (
    <LinkButton variant="outline" href={href} aria-keyshortcuts={key}>
      {content}
    </LinkButton>
  );
}

/**
 * The claims beside one in the queue that it was opened from, as the queue was then: an action may put the claim at its end, or out of it.
 */
export function useNeighbours(id: string, query: AskedQueue): { next: string | undefined; previous: string | undefined } {
  const { data } = useQuery(queuePageQuery(query));
  const ids = data?.rows.map((row) => row.id);
  const [opened, setOpened] = useState(ids);
  if (opened === undefined && ids !== undefined) setOpened(ids);
  const order = opened ?? [];
  const at = order.indexOf(id);
  // One that the queue does not show leads to its first.
  return { next: order[at + 1], previous: at === -1 ? undefined : order[at - 1] };
}

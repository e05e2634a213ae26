"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { queuePageQuery } from "#components/console/claims/queries.ts";
import type { AskedQueue } from "#components/console/claims/queries.ts";
import { Key } from "#components/console/claims/shortcuts.tsx";
import { Button } from "#components/ui/button.tsx";

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
    <Button asChild variant="outline">
      <Link href={href} aria-keyshortcuts={key}>
        {content}
      </Link>
    </Button>
  );
}

/** The claims beside one in the queue that it was opened from. One that has left the queue keeps its place there. */
export function useNeighbours(id: string, asked: AskedQueue): { next: string | undefined; previous: string | undefined } {
  const { data } = useQuery(queuePageQuery(asked));
  const rows = data?.rows ?? [];
  const at = rows.findIndex((row) => row.id === id);
  const [place, setPlace] = useState(0);
  if (at !== -1 && at !== place) setPlace(at);
  return { next: rows[at === -1 ? place : at + 1]?.id, previous: rows[(at === -1 ? place : at) - 1]?.id };
}

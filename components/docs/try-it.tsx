"use client";

import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, lazy, use } from "react";
import type { ReactNode } from "react";
import { OnDemand } from "#components/portal/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Example } from "#lib/endpoint.ts";

/** What an owner who reads the documentation can send requests with. Null for everybody else. */
export interface Trying {
  /** A renter of their development environment. */
  renterUid: string | undefined;
  /** How far its clock is ahead of real time. */
  clockOffsetMs: number;
}

const TryingContext = createContext<Trying | null>(null);

export function TryingProvider({ trying, children }: { trying: Trying | null; children: ReactNode }) {
  return <TryingContext value={trying}>{children}</TryingContext>;
}

const load = () => import("#components/docs/try-it-dialog.tsx");
const TryItDialog = lazy(() => load().then((module) => ({ default: module.TryItDialog })));

/** An operation with an example by real time, to be changed and sent. */
export interface Tried {
  operation: string;
  method: string;
  path: string;
  example: Example;
}

/** Sends an example of the documentation with the owner's development key, through the portal: the browser never has the key. */
export function TryIt({ tried }: { tried: Tried }) {
  const t = useTranslations("shell.tryIt");
  const trying = use(TryingContext);
  if (trying === null) return null;
  const trigger = (
    <Button variant="ghost" size="sm">
      <Play aria-hidden className="size-3.5" />
      {t("open")}
    </Button>
  );
  return (
    <OnDemand trigger={trigger} opens="dialog" load={load}>
      <TryItDialog trigger={trigger} tried={tried} trying={trying} />
    </OnDemand>
  );
}

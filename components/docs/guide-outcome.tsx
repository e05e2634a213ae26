"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useGuideProgress } from "#components/docs/guide-progress.tsx";
import { useTrying } from "#components/docs/reader.tsx";
import { loadedPart } from "#components/kit/states/loaded-part.tsx";
import { Button } from "#components/ui/button.tsx";

const Received = loadedPart(() => import("#components/docs/guide-received.tsx").then((module) => module.GuideReceived));

/** The value of a guide that identifies what it is about. */
const names = { contract: "cid", claim: "claim" };

/** The end of a guide: the contract or claim that the reader made with "Try it", and what webhooks received of it. */
export function GuideOutcome({ of }: { of: "contract" | "claim" }) {
  const t = useTranslations("tryIt.outcome");
  const trying = useTrying();
  const { values, startOver } = useGuideProgress();
  if (trying === null) return null;
  const id = values[names[of]];
  if (id === undefined) return <p className="rounded-lg border border-dashed px-4 py-3 text-muted-foreground">{t("nothing")}</p>;
  return (
    <div className="grid gap-4 rounded-lg border bg-card p-4 shadow-xs sm:p-5">
      <Received of={of} id={id} />
      <Button variant="ghost" size="sm" className="justify-self-start" onClick={startOver}>
        <RotateCcw aria-hidden className="size-3.5" />
        {t("startOver")}
      </Button>
    </div>
  );
}

"use client";

import { CircleCheck } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { useGuideProgress } from "#components/docs/guides/guide-progress.tsx";
import type { GuidePart } from "#components/docs/guides/guide-record.ts";
import type { CreatedObject } from "#components/docs/guides/guide-step.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";

const folders = {
  renter: "renters",
  product: "products",
  price: undefined,
  contract: "contracts",
  claim: "claims",
  documents: "claims",
  claimLink: "claims",
  contractLink: "contracts",
} as const;

const euros = { style: "currency", currency: "EUR" } as const;

/** The result of a step, beside the step, with links to its call and to the next step. */
export function StepResult({ step }: { step: string }) {
  const t = useTranslations("tryIt");
  const { made: created } = useGuideProgress();
  const next = useNextPart(step);
  const result = created[step];
  if (result === undefined) return null;
  return (
    <div
      data-slot="step-result"
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-lg border border-success/25 bg-success-surface px-3.5 py-2.5"
    >
      <MadeText made={result} />
      <span className="ml-auto flex flex-wrap gap-x-4 gap-y-1.5">
        <TextLink href={`/development/calls/${result.executionId}`}>{t("call")}</TextLink>
        {next === undefined ? null : (
          <a href={`#${next.section}`} className="rounded-sm text-link underline-offset-2 hover:underline">
            {t("next", { title: next.title })}
          </a>
        )}
      </span>
    </div>
  );
}

export function useNextPart(step: string | undefined): GuidePart | undefined {
  const { parts } = useGuideProgress();
  return step === undefined ? undefined : parts[parts.findIndex((part) => part.step === step) + 1];
}

/** The text of a step's result, with a link to its page and its state then. */
export function MadeText({ made: { kind, id = "", status, price = 0 } }: { made: CreatedObject }) {
  const t = useTranslations("tryIt");
  const format = useFormatter();
  const folder = kind === null ? undefined : folders[kind];
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
      <span className="[overflow-wrap:anywhere]">
        {kind === null
          ? t("sent")
          : t.rich(`made.${kind}`, {
              id,
              price: format.number(price, euros),
              link: (words) => (
                <TextLink href={`/development/${folder ?? ""}/${encodeURIComponent(id)}`} className="font-mono text-sm">
                  {words}
                </TextLink>
              ),
            })}
      </span>
      {status === undefined ? null : <StatusBadge {...({ of: kind, status } as ComponentProps<typeof StatusBadge>)} />}
    </span>
  );
}

/** The plain text of a step's result, for screen readers. */
export function useMadeWords(object: CreatedObject | undefined): string {
  const t = useTranslations();
  const format = useFormatter();
  if (object === undefined) return "";
  const { kind, id = "", status, price = 0 } = object;
  if (kind === null) return t("tryIt.sent");
  const words = t.markup(`tryIt.made.${kind}`, { id, price: format.number(price, euros), link: (linked) => linked });
  const isOfStatus = status !== undefined && (kind === "contract" || kind === "claim");
  if (!isOfStatus) return words;
  return t("common.named", { name: words, value: t(`common.statuses.${kind}.${status}` as "common.statuses.contract.open") });
}

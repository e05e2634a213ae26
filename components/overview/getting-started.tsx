"use client";

import { BookOpen, Check, FlaskConical, KeyRound, PartyPopper, Plus, Store, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactNode } from "react";
import { Highlighted } from "#components/docs/samples/highlighted.tsx";
import { CodeBlock } from "#components/kit/code/json-view.tsx";
import type { FirstRequests } from "#components/overview/first-requests.ts";
import { milestones, renterMark, settledCookie } from "#components/overview/first-steps.ts";
import { keepCookie } from "#components/shell/cookies.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { useSeesInsurance } from "#components/shell/insurance-link.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { Milestone } from "#lib/developer/overview/read.ts";

interface Way {
  label: "keys" | "renters" | "newWebhook" | "webhooks" | "reference" | "guide" | "webhookGuide";
  icon: LucideIcon;
  path: string;
}

const guide: Way = { label: "guide", icon: BookOpen, path: "/docs/first-contract" };

const webhookGuide: Way = { label: "webhookGuide", icon: BookOpen, path: "/docs/webhooks" };

const renters: Way = { label: "renters", icon: Store, path: "/renters" };

/** The request of each step, and the links that help with it. */
const steps: Record<Milestone, { request?: keyof FirstRequests; ways: readonly [Way, ...Way[]] }> = {
  call: {
    request: "call",
    ways: [
      { label: "keys", icon: KeyRound, path: "/keys" },
      { label: "reference", icon: BookOpen, path: "/docs/reference" },
    ],
  },
  preview: { request: "preview", ways: [guide, renters] },
  contract: { request: "contract", ways: [guide, renters] },
  webhook: { ways: [{ label: "newWebhook", icon: Plus, path: "/webhooks/new" }, webhookGuide] },
  event: { request: "contract", ways: [{ label: "webhooks", icon: FlaskConical, path: "/webhooks" }, webhookGuide] },
};

interface Props {
  environmentName: string;
  /** The milestones that were reached at least once. */
  milestones: Record<Milestone, boolean>;
  renterUid: string | null;
  requests: FirstRequests;
  isDeveloper: boolean;
  isSettled: boolean;
  /** True if something fails: then nothing is praised. */
  isFailing: boolean;
}

/** The first steps of an integration. Each ticks itself when it has happened; when all have, a line is left, which can be put away. */
export function GettingStarted(props: Props) {
  const { environmentName, milestones: reached } = props;
  const environment = useEnvironment();
  const t = useTranslations("overview.started");
  const [isSettled, setIsSettled] = useState(props.isSettled);
  const isComplete = milestones.every((step) => reached[step]);
  if (isComplete && (isSettled || props.isFailing)) return null;
  if (!isComplete) return <Steps {...props} />;
  return (
    <Card className="flex items-center gap-3 border-success/30 bg-success-surface py-2 pr-2 pl-4 sm:pl-5">
      <PartyPopper aria-hidden className="size-4.5 shrink-0 text-success" />
      <p className="min-w-0 grow text-success">{t("complete", { environment: environmentName })}</p>
      <Button
        variant="ghost"
        size="icon-sm"
        className="text-success"
        aria-label={t("dismiss")}
        title={t("dismiss")}
        onClick={() => {
          keepCookie(settledCookie(environment), "yes");
          setIsSettled(true);
        }}
      >
        <X aria-hidden />
      </Button>
    </Card>
  );
}

function Steps({ milestones: reached, isDeveloper, ...props }: Props) {
  const [chosen, setChosen] = useState<Milestone>();
  const next = milestones.find((step) => !reached[step]);
  const milestone = chosen ?? next;
  return (
    <Card className="overflow-hidden">
      <StepsHeader reached={reached} isDeveloper={isDeveloper} />
      <ol
        className={cn(
          "border-t",
          isDeveloper ? "lg:grid lg:grid-cols-[min(17rem,35%)_minmax(0,1fr)] lg:grid-rows-[repeat(5,auto)_1fr]" : "md:grid md:grid-cols-5",
        )}
      >
        {milestones.map((step, index) => (
          <Step
            key={step}
            title={<StepTitle step={step} number={index + 1} isDone={reached[step]} isNext={step === next} />}
            isLast={index === milestones.length - 1}
            choose={isDeveloper ? () => setChosen(step) : undefined}
          >
            {isDeveloper && step === milestone ? <FirstStep step={step} {...props} /> : null}
          </Step>
        ))}
        {isDeveloper ? <li aria-hidden className="hidden lg:col-start-1 lg:row-start-6 lg:block lg:border-r" /> : null}
      </ol>
    </Card>
  );
}

function StepsHeader({ reached, isDeveloper }: { reached: Props["milestones"]; isDeveloper: boolean }) {
  const t = useTranslations("overview.started");
  const done = milestones.filter((step) => reached[step]).length;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 pt-4 pb-3 sm:px-5">
      <div className="min-w-0">
        <h2 className="text-lg font-semibold tracking-tight">{t("title")}</h2>
        <p className="text-muted-foreground">{t(isDeveloper ? "hint" : "byDevelopers")}</p>
      </div>
      <div className="flex items-center gap-3">
        <span aria-live="polite" className="text-sm whitespace-nowrap text-muted-foreground tabular-nums">
          {t("progress", { done, all: milestones.length })}
        </span>
        <span aria-hidden className="flex gap-1">
          {milestones.map((step) => (
            <span key={step} className={cn("h-1.5 w-6 rounded-full", reached[step] ? "bg-success" : "bg-secondary")} />
          ))}
        </span>
      </div>
    </div>
  );
}

function StepTitle({ step, isDone, ...tick }: { step: Milestone; number: number; isDone: boolean; isNext: boolean }) {
  const t = useTranslations("overview.started");
  return (
    <>
      <Tick isDone={isDone} {...tick} />
      <span className={cn("min-w-0", isDone && "text-muted-foreground")}>{t(`steps.${step}`)}</span>
      {isDone ? <span className="sr-only">{t("done")}</span> : null}
    </>
  );
}

/** A step of the list; with `choose` a button that opens `children` beside the list. */
function Step({
  title,
  isLast,
  choose,
  children,
}: {
  title: ReactNode;
  isLast: boolean;
  choose: (() => void) | undefined;
  children: ReactNode;
}) {
  const isShown = children !== null;
  if (choose === undefined) return <li className="flex items-center gap-3 px-4 py-3 font-medium sm:px-5">{title}</li>;
  return (
    <li className="max-lg:border-b max-lg:last:border-b-0 lg:contents">
      <button
        type="button"
        aria-expanded={isShown}
        onClick={choose}
        className={cn(
          "flex w-full items-center gap-3 px-4 py-3 text-left font-medium -outline-offset-2 hover:bg-accent/60 sm:px-5 lg:col-start-1 lg:border-r",
          !isLast && "lg:border-b",
          isShown && "bg-accent hover:bg-accent lg:border-r-transparent lg:shadow-[inset_2px_0_0_var(--environment)]",
        )}
      >
        {title}
      </button>
      {isShown ? <div className="min-w-0 p-4 sm:p-5 lg:col-start-2 lg:row-start-1 lg:row-end-[-1]">{children}</div> : null}
    </li>
  );
}

function Tick({ number, isDone, isNext }: { number: number; isDone: boolean; isNext: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-6 shrink-0 place-content-center rounded-full text-xs font-semibold tabular-nums",
        isDone ? "bg-success-surface text-success" : isNext ? "bg-primary text-primary-foreground" : "border text-muted-foreground",
      )}
    >
      {isDone ? <Check className="size-3.5" /> : number}
    </span>
  );
}

function FirstStep({ step, renterUid, requests }: { step: Milestone; renterUid: string | null; requests: FirstRequests }) {
  const environment = useEnvironment();
  const t = useTranslations("overview.started");
  const seesInsurance = useSeesInsurance();
  const { request, ways } = steps[step];
  const text = request === undefined ? undefined : requests[request].replaceAll(renterMark, () => renterUid ?? renterMark);
  return (
    <div className="grid gap-3">
      <p className="max-w-prose">{t.rich(`texts.${step}`, { code: (words) => <code className="font-mono text-sm">{words}</code> })}</p>
      {request === "contract" && environment === "production" ? <Alert tone="warning">{t("realContract")}</Alert> : null}
      {text === undefined ? null : (
        <CodeBlock text={text} what={t("request")} className="[&_pre]:[overflow-wrap:anywhere] [&_pre]:whitespace-pre-wrap">
          <Highlighted code={text} />
        </CodeBlock>
      )}
      {text?.includes(renterMark) === true ? (
        <p className="max-w-prose text-sm text-muted-foreground">{t("needsRenter", { mark: renterMark })}</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {ways
          .filter((way) => way !== renters || seesInsurance)
          .map(({ label, icon: Icon, path }, index) => (
            <LinkButton
              key={label}
              variant={index === 0 && request === undefined ? "default" : "outline"}
              size="sm"
              href={path.startsWith("/docs") ? path : `/${environment}${path}`}
              icon={Icon}
            >
              {t(label)}
            </LinkButton>
          ))}
      </div>
    </div>
  );
}

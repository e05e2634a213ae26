"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTimeZone, useTranslations } from "next-intl";
import { useId, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { api, trpc } from "#components/kit/api/api.ts";
import { ExplainedChoices } from "#components/kit/form/explained-choices.tsx";
import { FormError } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { recoveryQuery } from "#components/webhooks/queries.ts";
import type { WebhookOverview } from "#lib/delivery/webhook-settings/list.ts";
import { endOfDay, startOfDay } from "#lib/platform/time/calendar.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const hourMs = 3_600_000;
const periods = { day: 24, threeDays: 72, week: 168, month: 720, days: undefined } as const;
type Period = keyof typeof periods;
const choices = ["missed", "all"] as const;

interface RecoverChoice {
  what: (typeof choices)[number];
  period: Period;
  /** The days of the period "days", such as 2026-05-01. */
  days: { from: string; to: string };
}

/** The dialog of Recover: chooses types and period, shows the number of events, and sends them. */
export function RecoverDialog({ trigger, webhook }: { trigger: ReactNode; webhook: Pick<WebhookOverview, "id" | "name" | "enabled"> }) {
  const t = useTranslations("webhooks.recover");
  const [isOpen, setIsOpen] = useState(true);
  const [choice, setChoice] = useState<RecoverChoice>({ what: "missed", period: "threeDays", days: { from: "", to: "" } });
  const period = usePeriod(choice);
  const { counted, error, recover, recovered } = useRecovery(webhook, { what: choice.what, period, isOpen, close: () => setIsOpen(false) });
  const isDoing = recovered !== undefined;

  return (
    <Dialog open={isOpen} onOpenChange={(open) => !isDoing && setIsOpen(open)}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent>
        <DialogHeader title={t("title")} description={t("description", { name: webhook.name })} />
        <ExplainedChoices
          aria-label={t("what")}
          choices={choices}
          value={choice.what}
          disabled={isDoing}
          onChange={(what) => setChoice((current) => ({ ...current, what }))}
          explain={(each) => ({ title: t(`${each}.title`), text: t(`${each}.text`) })}
        />
        <PeriodFields choice={choice} onChange={setChoice} disabled={isDoing} />
        <div aria-live="polite" aria-busy={counted === undefined} className="grid min-h-16 content-start gap-2">
          {period === undefined ? <p className="text-muted-foreground">{t("chooseDays")}</p> : null}
          {period !== undefined && counted === undefined && error === null ? <Skeleton className="h-8 w-48" /> : null}
          {counted === undefined ? null : <RecoveryCount {...counted} />}
          {webhook.enabled ? null : <Alert tone="warning">{t("disabled")}</Alert>}
          <FormError error={error} />
        </div>
        <DialogFooter>
          <Button variant="outline" disabled={isDoing} onClick={() => setIsOpen(false)}>
            {t("cancel")}
          </Button>
          <Button
            disabled={counted === undefined || counted.count === 0 || isDoing || !webhook.enabled}
            onClick={() => counted && void recover(counted)}
          >
            {isDoing ? t("working", { count: recovered }) : t("confirm", { count: counted?.count ?? 0 })}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** The period in which the events happened, counted back from the opening of the dialog; undefined until both days are chosen. */
function usePeriod({ period, days }: RecoverChoice): { from: Date; to: Date } | undefined {
  const timeZone = useTimeZone() ?? "UTC";
  const [openedAt] = useState(currentTime);
  return useMemo(() => {
    const hours = periods[period];
    if (hours !== undefined) return { from: new Date(openedAt.getTime() - hours * hourMs), to: openedAt };
    if (days.from === "" || days.to === "" || days.from > days.to) return undefined;
    return { from: startOfDay(days.from, timeZone), to: endOfDay(days.to, timeZone) };
  }, [period, days, openedAt, timeZone]);
}

/** Counts the events of a period, and sends them step by step; `recovered` is their number so far while this goes on. */
function useRecovery(
  { id: webhookId, name }: Pick<WebhookOverview, "id" | "name">,
  {
    what,
    period,
    isOpen,
    close,
  }: Pick<RecoverChoice, "what"> & { period: { from: Date; to: Date } | undefined; isOpen: boolean; close: () => void },
) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks.recover");
  const queryClient = useQueryClient();
  const [recovered, setRecovered] = useState<number>();
  const [failure, setError] = useState<unknown>();
  const recovery = { what, from: period?.from.toISOString() ?? "", to: period?.to.toISOString() ?? "" };
  const { data, error, isFetching } = useQuery({
    ...recoveryQuery(environment, webhookId, recovery),
    enabled: isOpen && period !== undefined,
  });

  async function recover({ countedAt }: { countedAt: Date }) {
    setError(undefined);
    let total = 0;
    let after: string | undefined;
    setRecovered(0);
    try {
      do {
        const body = { ...recovery, countedAt, ...(after === undefined ? {} : { after }) };
        const step = await api.webhooks.recover.mutate({ environment, webhookId, ...body });
        total += step.recovered;
        after = step.next ?? undefined;
        setRecovered(total);
      } while (after !== undefined);
      notify("success", t("done", { count: total, name }));
      close();
    } catch (caught) {
      setError(caught);
    }
    setRecovered(undefined);
    await queryClient.invalidateQueries({ queryKey: trpc.deliveries.pathKey() });
  }

  return { counted: period === undefined || isFetching ? undefined : data, error: failure ?? error, recover, recovered };
}

function PeriodFields({
  choice: { period, days },
  onChange,
  disabled,
}: {
  choice: RecoverChoice;
  onChange: (change: (choice: RecoverChoice) => RecoverChoice) => void;
  disabled: boolean;
}) {
  const t = useTranslations("webhooks.recover");
  const fieldId = useId();
  const names = Object.keys(periods) as Period[];
  return (
    <>
      <div className="grid gap-1.5">
        <Label htmlFor={`${fieldId}-period`}>{t("period")}</Label>
        <NativeSelect
          id={`${fieldId}-period`}
          value={period}
          disabled={disabled}
          onChange={({ target }) => onChange((choice) => ({ ...choice, period: names.find((each) => each === target.value) ?? period }))}
        >
          {names.map((each) => (
            <option key={each} value={each}>
              {t(`periods.${each}`)}
            </option>
          ))}
        </NativeSelect>
      </div>
      {period === "days" ? (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {(["from", "to"] as const).map((edge) => (
            <div key={edge} className="grid gap-1.5">
              <Label htmlFor={`${fieldId}-${edge}`}>{t(edge)}</Label>
              <Input
                id={`${fieldId}-${edge}`}
                type="date"
                value={days[edge]}
                disabled={disabled}
                onChange={({ target }) => onChange((choice) => ({ ...choice, days: { ...choice.days, [edge]: target.value } }))}
              />
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}

function RecoveryCount({ count, byState }: { count: number; byState: { never: number; succeeded: number } }) {
  const t = useTranslations("webhooks.recover");
  return (
    <>
      <p className="text-2xl font-semibold tracking-tight tabular-nums">{t("count", { count })}</p>
      <p className="text-muted-foreground">{t(count === 0 ? "nothing" : "hint", { never: byState.never })}</p>
      {byState.succeeded > 0 ? <Alert tone="warning">{t("alreadyArrived", { count: byState.succeeded })}</Alert> : null}
    </>
  );
}

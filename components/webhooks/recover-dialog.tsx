"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTimeZone, useTranslations } from "next-intl";
import { useId, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { api, trpc } from "#components/kit/api/api.ts";
import { useFailureText } from "#components/kit/api/use-failure-text.ts";
import { ExplainedChoices } from "#components/kit/form/explained-choices.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { recoveryQuery } from "#components/webhooks/queries.ts";
import type { WebhookRow } from "#components/webhooks/queries.ts";
import { endOfDay, startOfDay } from "#lib/platform/time/calendar.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const hourMs = 3_600_000;
const periods = { day: 24, threeDays: 72, week: 168, month: 720, days: undefined } as const;
type Period = keyof typeof periods;
const choices = ["missed", "all"] as const;

/** The dialog of Recover: chooses types and period, shows the number of events, and sends them. */
export function RecoverDialog({
  trigger,
  webhook: { id, name, enabled },
}: {
  trigger: ReactNode;
  webhook: Pick<WebhookRow, "id" | "name" | "enabled">;
}) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks.recover");
  const say = useFailureText();
  const queryClient = useQueryClient();
  const timeZone = useTimeZone() ?? "UTC";
  const fieldId = useId();
  const [isOpen, setIsOpen] = useState(true);
  const [what, setWhat] = useState<(typeof choices)[number]>("missed");
  const [period, setPeriod] = useState<Period>("threeDays");
  const [days, setDays] = useState({ from: "", to: "" });
  const [openedAt] = useState(currentTime);
  const [replayed, setSent] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const between = useMemo(() => {
    const hours = periods[period];
    if (hours !== undefined) return { from: new Date(openedAt.getTime() - hours * hourMs), to: openedAt };
    if (days.from === "" || days.to === "" || days.from > days.to) return undefined;
    return { from: startOfDay(days.from, timeZone), to: endOfDay(days.to, timeZone) };
  }, [period, days, openedAt, timeZone]);
  const recovery = { what, from: between?.from.toISOString() ?? "", to: between?.to.toISOString() ?? "" };
  const { data, error, isFetching } = useQuery({ ...recoveryQuery(environment, id, recovery), enabled: isOpen && between !== undefined });
  const isDoing = replayed !== undefined;
  const counted = between === undefined || isFetching ? undefined : data;

  async function recover({ countedAt }: { countedAt: Date }) {
    setFailure(undefined);
    let total = 0;
    let after: string | undefined;
    setSent(0);
    try {
      do {
        const body = { ...recovery, countedAt, ...(after === undefined ? {} : { after }) };
        const params = { environment, webhookId: id };
        const step = await api.webhooks.recover.mutate({ ...params, ...body });
        total += step.recovered;
        after = step.next ?? undefined;
        setSent(total);
      } while (after !== undefined);
      notify("success", t("done", { count: total, name }));
      setIsOpen(false);
    } catch (caught) {
      setFailure(caught);
    }
    setSent(undefined);
    await queryClient.invalidateQueries({ queryKey: trpc.deliveries.pathKey() });
  }

  return (
    <Dialog open={isOpen} onOpenChange={(open) => !isDoing && setIsOpen(open)}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent>
        <DialogHeader title={t("title")} description={t("description", { name })} />
        <ExplainedChoices
          aria-label={t("what")}
          choices={choices}
          value={what}
          disabled={isDoing}
          onChange={setWhat}
          explain={(choice) => ({ title: t(`${choice}.title`), text: t(`${choice}.text`) })}
        />
        <div className="grid gap-1.5">
          <Label htmlFor={`${fieldId}-period`}>{t("period")}</Label>
          <NativeSelect
            id={`${fieldId}-period`}
            value={period}
            disabled={isDoing}
            onChange={({ target }) => setPeriod((Object.keys(periods) as Period[]).find((each) => each === target.value) ?? period)}
          >
            {(Object.keys(periods) as Period[]).map((each) => (
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
                  disabled={isDoing}
                  onChange={({ target }) => setDays({ ...days, [edge]: target.value })}
                />
              </div>
            ))}
          </div>
        ) : null}
        <div aria-live="polite" aria-busy={counted === undefined} className="grid min-h-16 content-start gap-2">
          {between === undefined ? <p className="text-muted-foreground">{t("chooseDays")}</p> : null}
          {between !== undefined && counted === undefined && error === null ? <Skeleton className="h-8 w-48" /> : null}
          {counted === undefined ? null : (
            <>
              <p className="text-2xl font-semibold tracking-tight tabular-nums">{t("count", { count: counted.count })}</p>
              <p className="text-muted-foreground">{t(counted.count === 0 ? "nothing" : "hint", { never: counted.byState.never })}</p>
              {counted.byState.succeeded > 0 ? (
                <Alert tone="warning">{t("alreadyArrived", { count: counted.byState.succeeded })}</Alert>
              ) : null}
            </>
          )}
          {enabled ? null : <Alert tone="warning">{t("disabled")}</Alert>}
          {(failure ?? error) === null || (failure ?? error) === undefined ? null : (
            <Alert tone="danger" role="alert">
              {say(failure ?? error)}
            </Alert>
          )}
        </div>
        <DialogFooter>
          <Button variant="outline" disabled={isDoing} onClick={() => setIsOpen(false)}>
            {t("cancel")}
          </Button>
          <Button
            disabled={counted === undefined || counted.count === 0 || isDoing || !enabled}
            onClick={() => counted && void recover(counted)}
          >
            {isDoing ? t("working", { count: replayed }) : t("confirm", { count: counted?.count ?? 0 })}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

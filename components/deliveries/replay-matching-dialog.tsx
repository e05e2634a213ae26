"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { deliveriesQuery, isOver, replayCountQuery, statuses } from "#components/deliveries/queries.ts";
import type { AskedFilter } from "#components/deliveries/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { givenOf } from "#components/kit/filters/list-parsers.ts";
import { FormError } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { DeliveryOutcome } from "#lib/delivery/deliveries/schema.ts";

/** The dialog of ReplayMatching, loaded at its first use. */
export function ReplayMatchingDialog({ trigger, filter, isFiltered }: { trigger: ReactNode; filter: AskedFilter; isFiltered: boolean }) {
  const t = useTranslations("deliveries.replayAll");
  const [isOpen, setIsOpen] = useState(true);
  const [isDoing, setIsDoing] = useState(false);
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !isDoing && setIsOpen(open)}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent>
        <DialogHeader title={t("title")} description={t(isFiltered ? "ofFilter" : "ofAll")} />
        <Counted filter={filter} isDoing={isDoing} setIsDoing={setIsDoing} close={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function Counted({
  filter: { search, status, webhookId, eventType, response, from, to },
  isDoing,
  setIsDoing,
  close,
}: {
  filter: AskedFilter;
  isDoing: boolean;
  setIsDoing: (isDoing: boolean) => void;
  close: () => void;
}) {
  const environment = useEnvironment();
  const t = useTranslations("deliveries.replayAll");
  const queryClient = useQueryClient();
  const [failure, setError] = useState<unknown>();
  // The filter lacks the position in the list: every page is meant. It is fixed at the opening, like the count.
  // Without a status it begins with failed deliveries, since nobody means to send arrived ones again.
  const [filter, setFilter] = useState<AskedFilter>({ search, status: status ?? "failed", webhookId, eventType, response, from, to });
  const { data, error, isFetching } = useQuery(replayCountQuery(environment, filter));

  async function replay(counted: NonNullable<typeof data>) {
    setIsDoing(true);
    setError(undefined);
    try {
      const body = { filter: givenOf(filter), countedAt: counted.countedAt };
      const { replayed } = await api.deliveries.replayMatching.mutate({ environment, ...body });
      await queryClient.invalidateQueries({ queryKey: deliveriesQuery(environment, {}).queryKey });
      if (counted.hasMore || replayed === counted.count) notify("success", t("done", { count: replayed }));
      else notify("success", t("doneInPart", { count: replayed, missing: counted.count - replayed }));
      close();
    } catch (caught) {
      setError(caught);
    } finally {
      setIsDoing(false);
    }
  }

  const isCounted = data !== undefined && !isFetching;
  return (
    <>
      {status === null ? (
        <StatusChoice value={filter.status} disabled={isDoing} onChange={(chosen) => setFilter({ ...filter, status: chosen })} />
      ) : null}
      <div aria-live="polite" aria-busy={!isCounted} className="grid gap-3">
        <FormError error={error} />
        {isCounted ? <ReplayCount {...data} /> : null}
        {isCounted || error !== null ? null : <Skeleton className="h-8 w-48" />}
        <FormError error={failure} />
      </div>
      <DialogFooter>
        <Button variant="outline" disabled={isDoing} onClick={close}>
          {t("cancel")}
        </Button>
        <Button disabled={!isCounted || data.count === 0 || isDoing} onClick={() => data && void replay(data)}>
          {isDoing ? t("working") : t("confirm", { count: data?.count ?? 0, more: moreOf(data) })}
        </Button>
      </DialogFooter>
    </>
  );
}

/** Without a status all deliveries that are over are meant. */
function StatusChoice({
  value,
  disabled,
  onChange,
}: {
  value: AskedFilter["status"];
  disabled: boolean;
  onChange: (status: AskedFilter["status"]) => void;
}) {
  const t = useTranslations("deliveries.replayAll");
  const label = useTranslations("common.statuses.delivery");
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>{t("which")}</Label>
      <NativeSelect
        id={id}
        value={value ?? ""}
        disabled={disabled}
        onChange={({ target }) => onChange(statuses.find((each) => each === target.value) ?? null)}
      >
        {statuses.filter(isOver).map((over) => (
          <option key={over} value={over}>
            {label(over)}
          </option>
        ))}
        <option value="">{t("allOver")}</option>
      </NativeSelect>
    </div>
  );
}

/** The sign behind a count of which there are more. */
const moreOf = (counted: { hasMore: boolean } | undefined) => (counted?.hasMore === true ? "+" : "");

function ReplayCount({ count, hasMore, byStatus }: { count: number; hasMore: boolean; byStatus: Record<DeliveryOutcome, number> }) {
  const t = useTranslations("deliveries.replayAll");
  const format = useFormatter();
  const more = moreOf({ hasMore });
  return (
    <>
      <p className="text-2xl font-semibold tracking-tight tabular-nums">{t("count", { count, more })}</p>
      {count > 0 ? (
        <ul className="flex flex-wrap gap-x-5 gap-y-2">
          {statuses
            .filter(isOver)
            .filter((over) => byStatus[over] > 0)
            .map((over) => (
              <li key={over} className="flex items-center gap-2 tabular-nums">
                <StatusBadge of="delivery" status={over} />
                {format.number(byStatus[over])}
                {more}
              </li>
            ))}
        </ul>
      ) : null}
      <p className="text-muted-foreground">{t(count === 0 ? "nothing" : "hint")}</p>
      {byStatus.succeeded > 0 ? <Alert tone="warning">{t("alreadyArrived", { count: byStatus.succeeded, more })}</Alert> : null}
    </>
  );
}

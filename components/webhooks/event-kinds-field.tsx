"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { Ref } from "react";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { useEventMeaning } from "#components/webhooks/queries.ts";
import { eventGroups, eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventGroup, EventType } from "#lib/delivery/event-catalogue.ts";
import { expandGroup, selectionByGroup } from "#lib/delivery/webhook-settings/event-groups.ts";
import type { GroupSelection } from "#lib/delivery/webhook-settings/event-groups.ts";

/** The event types of a webhook's subscription, chosen one by one or by group. */
export function EventKindsField({
  value,
  onChange,
  error,
  ref,
}: {
  value: readonly EventType[];
  onChange: (chosen: EventType[]) => void;
  error: string | undefined;
  /** The first checkbox: `field.ref` of the form, which focuses its first error. */
  ref: Ref<HTMLButtonElement>;
}) {
  const t = useTranslations("webhooks.form");
  const id = useId();
  const selections = selectionByGroup(value);
  const set = (changed: readonly EventType[], isChosen: boolean) =>
    onChange(eventTypes.filter((kind) => (changed.includes(kind) ? isChosen : value.includes(kind))));
  const hasAll = value.length === eventTypes.length;
  return (
    <fieldset
      className="grid min-w-0 gap-3"
      aria-labelledby={`${id}-legend`}
      aria-describedby={error === undefined ? `${id}-count` : `${id}-fault`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id={`${id}-legend`} className="font-medium">
          {t("events")}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <span id={`${id}-count`} aria-live="polite" className="text-sm text-muted-foreground tabular-nums">
            {t("eventsChosen", { count: value.length, all: eventTypes.length })}
          </span>
          <Button variant="outline" size="sm" onClick={() => set(eventTypes, !hasAll)}>
            {hasAll ? t("chooseNone") : t("chooseAll")}
          </Button>
        </div>
      </div>
      {error === undefined ? null : (
        <p id={`${id}-fault`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      <div className="overflow-hidden rounded-lg border">
        {eventGroups.map((group, index) => (
          <Group key={group} ref={index === 0 ? ref : undefined} group={group} selection={selections[group]} value={value} set={set} />
        ))}
      </div>
    </fieldset>
  );
}

const checkedOf: Record<GroupSelection, boolean | "indeterminate"> = { all: true, some: "indeterminate", none: false };

function Group({
  group,
  selection,
  value,
  set,
  ref,
}: {
  group: EventGroup;
  selection: GroupSelection;
  value: readonly EventType[];
  set: (changed: readonly EventType[], isChosen: boolean) => void;
  ref: Ref<HTMLButtonElement> | undefined;
}) {
  const t = useTranslations("webhooks");
  const meaning = useEventMeaning();
  const id = useId();
  const kinds = expandGroup(group);
  const chosen = kinds.filter((kind) => value.includes(kind)).length;
  return (
    <fieldset aria-labelledby={`${id}-name`} className="min-w-0 border-b last:border-b-0">
      <div className="flex items-center gap-3 bg-muted/60 px-4 py-2.5">
        <Checkbox ref={ref} id={id} checked={checkedOf[selection]} onCheckedChange={() => set(kinds, selection !== "all")} />
        <label id={`${id}-name`} htmlFor={id} className="flex-1 font-medium select-none">
          {t(`groups.${group}`)}
        </label>
        <span aria-hidden className="text-sm text-muted-foreground tabular-nums">
          {`${chosen}/${kinds.length}`}
        </span>
      </div>
      <ul className="grid gap-x-6 gap-y-0.5 px-4 py-2 md:grid-cols-2">
        {kinds.map((kind) => (
          <li key={kind} className="flex gap-3 py-1.5">
            <Checkbox
              id={`${id}-${kind}`}
              className="mt-0.5"
              checked={value.includes(kind)}
              onCheckedChange={(checked) => set([kind], checked === true)}
              aria-describedby={`${id}-${kind}-meaning`}
            />
            <div className="min-w-0">
              <label htmlFor={`${id}-${kind}`} className="font-mono text-sm select-none [overflow-wrap:anywhere]">
                {kind}
              </label>
              <p id={`${id}-${kind}-meaning`} className="text-sm text-muted-foreground">
                {meaning(kind)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

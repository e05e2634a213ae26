"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ChoiceCount } from "#components/kit/filters/choice-count.tsx";
import type { ChoiceFilterProps } from "#components/kit/filters/filters.tsx";
import { useStableOrder } from "#components/kit/filters/use-stable-order.ts";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "#components/ui/command.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";

/** The popover of ChoiceFilter, loaded on first use with its choices, which take the focus when it opens. */
export function ChoicePopover({ trigger, ...choices }: ChoiceFilterProps<string> & { trigger: ReactNode }) {
  return (
    <FilterPopover trigger={trigger} label={choices.label} isPlain>
      <ChoiceList {...choices} />
    </FilterPopover>
  );
}

/** The popover of a filter, loaded on first use. `isPlain`: without padding. */
export function FilterPopover({
  trigger,
  label,
  isPlain = false,
  children,
}: {
  trigger: ReactNode;
  label: string;
  isPlain?: boolean;
  children: ReactNode;
}) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent aria-label={label} className={cn("grid gap-2", isPlain && "p-0")}>
        {children}
      </PopoverContent>
    </Popover>
  );
}

function ChoiceList({ label, choices, value, onChange }: ChoiceFilterProps<string>) {
  const t = useTranslations("common");
  const listed = useStableOrder(choices);
  function toggle(choice: string) {
    const next = value.includes(choice) ? value.filter((each) => each !== choice) : [...value, choice];
    onChange(next.length === 0 ? null : next);
  }
  return (
    <Command label={label}>
      <CommandInput isUnseen={choices.length <= 8} placeholder={t("search")} />
      <CommandList label={label}>
        <CommandEmpty>{t("nothingFound")}</CommandEmpty>
        {listed.map((choice) => (
          <CommandItem
            key={choice.value}
            value={`${choice.label} ${choice.hint ?? ""}`}
            onSelect={() => toggle(choice.value)}
            aria-checked={value.includes(choice.value)}
          >
            <Checkbox aria-hidden tabIndex={-1} checked={value.includes(choice.value)} className="pointer-events-none" />
            <span className={cn("min-w-0 [overflow-wrap:anywhere]", choice.hint === undefined ? "flex-1" : "max-w-full flex-[1_0_auto]")}>
              {choice.label}
            </span>
            {choice.hint === undefined ? null : <span className="min-w-0 truncate text-sm text-muted-foreground">{choice.hint}</span>}
            <ChoiceCount choice={choice} />
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  );
}

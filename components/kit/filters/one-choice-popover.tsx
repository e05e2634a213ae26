"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactNode } from "react";
import { ChoiceCount } from "#components/kit/filters/choice-count.tsx";
import type { Choice } from "#components/kit/filters/filters.tsx";
import { useStableOrder } from "#components/kit/filters/use-stable-order.ts";
import { cn } from "#components/ui/class-names.ts";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "#components/ui/command.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";

interface ChoiceProps {
  label: string;
  choices: readonly Choice<string>[];
  value: string | null;
  onChange: (value: string | null) => void;
  accepts?: (typed: string) => boolean;
  placeholder?: string;
}

/** The popover of OneChoiceFilter, loaded on first use. It closes with the choice. */
export function OneChoicePopover({ trigger, onChange, ...props }: ChoiceProps & { trigger: ReactNode }) {
  const [isOpen, setIsOpen] = useState(true);
  function choose(choice: string | null) {
    onChange(choice);
    setIsOpen(false);
  }
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent aria-label={props.label} className="w-84 p-0">
        <OneChoiceList {...props} onChange={choose} />
      </PopoverContent>
    </Popover>
  );
}

function OneChoiceList({ label, choices, value, onChange, accepts, placeholder }: ChoiceProps) {
  const t = useTranslations("common");
  const [typed, setTyped] = useState("");
  const others = new Set([...(value === null ? [] : [value]), ...(accepts?.(typed.trim()) === true ? [typed.trim()] : [])]);
  for (const choice of choices) others.delete(choice.value);
  const listed = useStableOrder(choices);
  const shown: Choice<string>[] = [...listed, ...[...others].map((other) => ({ value: other, label: other }))];
  return (
    <Command label={label}>
      <CommandInput
        isUnseen={choices.length <= 8 && accepts === undefined}
        placeholder={placeholder ?? t("search")}
        value={typed}
        onValueChange={setTyped}
      />
      <CommandList label={label}>
        <CommandEmpty>{t("nothingFound")}</CommandEmpty>
        {shown.map((choice) => (
          <CommandItem
            key={choice.value}
            value={`${choice.value} ${choice.label}`}
            onSelect={() => onChange(choice.value === value ? null : choice.value)}
            aria-checked={choice.value === value}
          >
            <Check aria-hidden className={cn("size-4 shrink-0", choice.value !== value && "invisible")} />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{choice.label}</span>
            <ChoiceCount choice={choice} />
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  );
}

"use client";

import { Check } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Popover as PopoverPrimitive } from "radix-ui";
import { useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "#components/ui/command.tsx";

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** A second line, which the search also matches. */
  hint?: string;
  /** How many rows of the list have it. */
  count?: number;
}

export interface ChoiceFilterProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: readonly Value[];
  /** Null if nothing is chosen. */
  onChange: (value: Value[] | null) => void;
}

export interface OneChoiceFilterProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** Validates a typed value that is not among the choices. */
  accepts?: ((typed: string) => boolean) | undefined;
  placeholder?: string | undefined;
}

/** The popover of a filter, loaded on first use. */
export function FilterPopover({ trigger, label, children }: { trigger: ReactNode; label: string; children: ReactNode }) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent aria-label={label} className="grid gap-2">
        {children}
      </PopoverContent>
    </Popover>
  );
}

/** The popover of ChoiceFilter, loaded on first use with its choices, which take the focus when it opens. */
export function ChoicePopover({ trigger, label, choices, value, onChange }: ChoiceFilterProps<string> & { trigger: ReactNode }) {
  function toggle(choice: string) {
    const next = value.includes(choice) ? value.filter((each) => each !== choice) : [...value, choice];
    onChange(next.length === 0 ? null : next);
  }
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent aria-label={label} className="grid gap-2 p-0">
        <ChoiceList
          label={label}
          choices={choices}
          chosen={value}
          textOf={(choice) => `${choice.label} ${choice.hint ?? ""}`}
          mark={(isChosen) => <Checkbox aria-hidden tabIndex={-1} checked={isChosen} className="pointer-events-none" />}
          onSelect={toggle}
        />
      </PopoverContent>
    </Popover>
  );
}

/** The popover of OneChoiceFilter, loaded on first use. It closes with the choice. */
export function OneChoicePopover(props: OneChoiceFilterProps<string> & { trigger: ReactNode }) {
  const { trigger, label, choices, value, onChange, accepts, placeholder } = props;
  const [isOpen, setIsOpen] = useState(true);
  // A value from the address may be none of the choices.
  const isListed = value === null || choices.some((choice) => choice.value === value);
  function choose(choice: string) {
    onChange(choice === value ? null : choice);
    setIsOpen(false);
  }
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent aria-label={label} className="w-84 p-0">
        <ChoiceList
          label={label}
          choices={isListed ? choices : [...choices, { value, label: value }]}
          chosen={value === null ? [] : [value]}
          textOf={(choice) => `${choice.value} ${choice.label}`}
          mark={(isChosen) => <Check aria-hidden className={cn("size-4 shrink-0", !isChosen && "invisible")} />}
          onSelect={choose}
          {...{ accepts, placeholder }}
        />
      </PopoverContent>
    </Popover>
  );
}

interface ChoiceListProps {
  label: string;
  choices: readonly Choice<string>[];
  chosen: readonly string[];
  /** The text of a choice that the search looks through. */
  textOf: (choice: Choice<string>) => string;
  mark: (isChosen: boolean) => ReactNode;
  onSelect: (value: string) => void;
  accepts?: OneChoiceFilterProps<string>["accepts"];
  placeholder?: string | undefined;
}

/** The choices, and after them what is typed if it is accepted. */
function ChoiceList({ label, choices, chosen, textOf, mark, onSelect, accepts, placeholder }: ChoiceListProps) {
  const t = useTranslations("common");
  const format = useFormatter();
  const [typed, setTyped] = useState("");
  const listed = useStableOrder(choices);
  const other = typed.trim();
  const isOther = accepts?.(other) === true && choices.every(({ value }) => value !== other);
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
        {(isOther ? [...listed, { value: other, label: other }] : listed).map((choice: Choice<string>) => (
          <CommandItem
            key={choice.value}
            value={textOf(choice)}
            onSelect={() => onSelect(choice.value)}
            aria-checked={chosen.includes(choice.value)}
          >
            {mark(chosen.includes(choice.value))}
            <span className={cn("min-w-0 [overflow-wrap:anywhere]", choice.hint === undefined ? "flex-1" : "max-w-full flex-[1_0_auto]")}>
              {choice.label}
            </span>
            {choice.hint === undefined ? null : <span className="min-w-0 truncate text-sm text-muted-foreground">{choice.hint}</span>}
            {choice.count === undefined ? null : (
              <span className="ml-auto shrink-0 pl-2 text-sm text-muted-foreground tabular-nums">{format.number(choice.count)}</span>
            )}
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  );
}

/** The choices in the order in which they were first shown, so that counts that come later move nothing under the pointer. */
function useStableOrder(choices: readonly Choice<string>[]): readonly Choice<string>[] {
  const [order] = useState(() => new Map(choices.map(({ value }, place) => [value, place])));
  const placeOf = ({ value }: Choice<string>) => order.get(value) ?? order.size;
  return choices.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const Popover = PopoverPrimitive.Root;
const PopoverTrigger = PopoverPrimitive.Trigger;

function PopoverContent({ className, align = "start", sideOffset = 6, ...props }: ComponentProps<typeof PopoverPrimitive.Content>) {
  return (
    <PopoverPrimitive.Portal>
      <PopoverPrimitive.Content
        data-slot="popover-content"
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          "z-50 w-72 max-w-[calc(100vw-1rem)] rounded-lg border bg-popover p-4 text-popover-foreground shadow-md outline-none data-[state=open]:animate-in data-[state=open]:fade-in-0",
          className,
        )}
        {...props}
      />
    </PopoverPrimitive.Portal>
  );
}

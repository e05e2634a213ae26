"use client";

import { useId } from "react";
import type { ComponentProps } from "react";
import { Label } from "#components/ui/label.tsx";
import { RadioGroup, RadioGroupItem } from "#components/ui/radio-group.tsx";

/** A radio group whose choices have a title and an explanation. It is named by `aria-label` or `aria-labelledby`. */
export function ExplainedChoices<Choice extends string>({
  choices,
  value,
  onChange,
  explain,
  ...group
}: {
  choices: readonly Choice[];
  value: Choice;
  onChange: (value: Choice) => void;
  explain: (choice: Choice) => { title: string; text: string };
} & Pick<ComponentProps<typeof RadioGroup>, "aria-label" | "aria-labelledby" | "disabled">) {
  const id = useId();
  return (
    <RadioGroup {...group} value={value} onValueChange={(chosen) => onChange(choices.find((choice) => choice === chosen) ?? value)}>
      {choices.map((choice) => {
        const { title, text } = explain(choice);
        return (
          <div key={choice} className="flex items-start gap-2.5">
            <RadioGroupItem id={`${id}-${choice}`} value={choice} className="mt-0.5" />
            <Label htmlFor={`${id}-${choice}`} className="grid gap-0.5 font-normal">
              <span className="font-medium">{title}</span>
              <span className="text-muted-foreground">{text}</span>
            </Label>
          </div>
        );
      })}
    </RadioGroup>
  );
}

"use client";

import { useId } from "react";
import type { ComponentProps } from "react";
import { Label } from "#components/ui/label.tsx";
import { Switch } from "#components/ui/switch.tsx";

export function SwitchField({
  label,
  hint,
  ...control
}: { label: string; hint: string } & Pick<ComponentProps<typeof Switch>, "checked" | "onCheckedChange" | "onBlur">) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Switch id={id} aria-describedby={`${id}-hint`} {...control} />
      <div className="grid gap-0.5">
        <Label htmlFor={id}>{label}</Label>
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {hint}
        </p>
      </div>
    </div>
  );
}

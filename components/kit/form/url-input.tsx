import type { ComponentProps } from "react";
import { Input } from "#components/ui/input.tsx";

/** An input for a URL, which no keyboard corrects or capitalises. */
export function UrlInput(props: ComponentProps<typeof Input>) {
  return (
    <Input
      type="url"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono md:text-sm"
      {...props}
    />
  );
}

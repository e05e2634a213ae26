"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ComponentProps } from "react";
import { Input } from "#components/ui/input.tsx";

/** A password input with a button that shows the text. */
export function PasswordInput(props: ComponentProps<"input">) {
  const t = useTranslations("common");
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={isShown ? "text" : "password"} className="pr-10" />
      <button
        type="button"
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-10 place-content-center rounded-md text-muted-foreground hover:text-foreground"
      >
        <Icon aria-hidden className="size-4" />
        <span className="sr-only">{isShown ? t("hidePassword") : t("showPassword")}</span>
      </button>
    </div>
  );
}

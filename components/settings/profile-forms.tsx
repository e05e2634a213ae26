"use client";

import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { useRouter } from "next/navigation";
import { useId, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { api } from "#components/kit/api/api.ts";
import { useHydrated } from "#components/kit/form/before-hydration.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { languageNames, themes, useLanguage } from "#components/shell/use-language.ts";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { RadioGroup, RadioGroupItem } from "#components/ui/radio-group.tsx";
import { ownName } from "#lib/account/users/schema.ts";
import { languages } from "#lib/platform/i18n/locales.ts";

/** The name of the user's own account. */
export function NameForm({ name }: { name: string }) {
  const t = useTranslations("settings");
  const router = useRouter();
  const isHydrated = useHydrated();
  const form = useZodForm(ownName, { name });
  const { errors, isSubmitting } = form.formState;
  const { onSubmit, error } = useSubmit(form, async (values) => {
    await api.account.changeName.mutate(values);
    notify("success", t("nameSaved"));
    router.refresh();
  });
  return (
    <form noValidate method="post" className="mb-4 grid gap-3" onSubmit={onSubmit}>
      <FormError error={error} />
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,18rem)_auto] sm:justify-start">
        <Field label={t("name")} error={errors.name?.message}>
          {(control) => (
            <Input {...control} {...form.register("name")} defaultValue={name} disabled={!isHydrated} autoComplete="name" maxLength={120} />
          )}
        </Field>
        <Button type="submit" variant="outline" className="justify-self-start" disabled={isSubmitting}>
          {t("saveName")}
        </Button>
      </div>
    </form>
  );
}

export function AppearanceForm() {
  const t = useTranslations("shell");
  const [language, setLanguage] = useLanguage();
  const { theme = "system", setTheme } = useTheme();
  // The server does not know the theme, so nothing is marked before hydration.
  const isAlive = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Choices
        label={t("language")}
        value={language}
        onChange={setLanguage}
        choices={languages.map((name) => [name, languageNames[name]])}
      />
      <Choices
        label={t("theme")}
        value={isAlive ? theme : ""}
        onChange={setTheme}
        choices={themes.map((name) => [name, t(`themes.${name}`)])}
      />
    </div>
  );
}

function subscribeToNothing(): () => void {
  return () => undefined;
}

function Choices({
  label,
  value,
  onChange,
  choices,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  choices: [string, ReactNode][];
}) {
  const id = useId();
  return (
    <div className="grid content-start gap-2">
      <p id={id} className="font-medium">
        {label}
      </p>
      <RadioGroup aria-labelledby={id} className="content-start" value={value} onValueChange={onChange}>
        {choices.map(([choice, words]) => (
          <Label key={choice} className="w-fit font-normal">
            <RadioGroupItem value={choice} />
            {words}
          </Label>
        ))}
      </RadioGroup>
    </div>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { api } from "#components/kit/api/api.ts";
import { useHydrated } from "#components/kit/form/before-hydration.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { ownName } from "#lib/account/users/schema.ts";

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

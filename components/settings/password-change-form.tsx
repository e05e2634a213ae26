"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { PasswordInput } from "#components/auth/password-input.tsx";
import { api } from "#components/kit/api/api.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { passwordChange } from "#lib/account/users/schema.ts";

export function PasswordChangeForm({ email, onDone }: { email: string; onDone: () => void }) {
  const t = useTranslations("security");
  const common = useTranslations("common");
  const form = useZodForm(passwordChange, { currentPassword: "", newPassword: "" });
  const { errors, isSubmitting, isDirty } = form.formState;
  const { setFocus } = form;
  // The button that had the focus is gone.
  useEffect(() => setFocus("currentPassword"), [setFocus]);
  const { onSubmit, error } = useSubmit(form, async (change) => {
    await api.account.changePassword.mutate(change);
    onDone();
    notify("success", t("passwordChanged"));
  });
  return (
    <form noValidate method="post" data-dirty={isDirty} className="grid max-w-sm gap-4" onSubmit={onSubmit}>
      <FormError error={error} />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t("currentPassword")} error={errors.currentPassword?.message}>
        {(control) => <PasswordInput {...control} {...form.register("currentPassword")} autoComplete="current-password" />}
      </Field>
      <Field label={t("newPassword")} hint={t("newPasswordHint")} error={errors.newPassword?.message}>
        {(control) => <PasswordInput {...control} {...form.register("newPassword")} autoComplete="new-password" />}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" disabled={isSubmitting}>
          {t("savePassword")}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {common("cancel")}
        </Button>
      </div>
    </form>
  );
}

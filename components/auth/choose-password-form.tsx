"use client";

import { useTranslations } from "next-intl";
import { z } from "zod";
import { enter } from "#components/auth/enter.ts";
import { PasswordInput } from "#components/auth/password-input.tsx";
import { api } from "#components/kit/api/api.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormError, useSubmit, useZodForm, whenEarly } from "#components/kit/form/form.tsx";
import { Button } from "#components/ui/button.tsx";
import { password } from "#lib/account/users/schema.ts";

const schema = z.object({ password, repeated: z.string() });

/** Sets a password by a one-time link, and signs in. */
export function ChoosePasswordForm({ token, email }: { token: string; email: string }) {
  const t = useTranslations("auth");
  const form = useZodForm(schema, { password: "", repeated: "" });
  const { errors } = form.formState;
  const { onSubmit, error, isBusy } = useSubmit(form, async ({ password: chosen, repeated }) => {
    if (chosen !== repeated) {
      form.setError("repeated", { message: t("different") }, { shouldFocus: true });
      return;
    }
    await api.signIn.choosePassword.mutate({ token, password: chosen });
    await enter(email, chosen);
    // The sign-in page redirects a signed-in user to their first page.
    location.assign("/sign-in");
  });
  return (
    <form noValidate {...whenEarly(onSubmit)} className="grid gap-4" onSubmit={onSubmit}>
      <FormError error={error} />
      {/* Password managers store the password under this name. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t("newPassword")} hint={t("passwordHint")} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...form.register("password")} autoComplete="new-password" />}
      </Field>
      <Field label={t("repeat")} error={errors.repeated?.message}>
        {(control) => <PasswordInput {...control} {...form.register("repeated")} autoComplete="new-password" />}
      </Field>
      <Button type="submit" size="lg" disabled={isBusy} className="mt-1 text-base">
        {isBusy ? t("saving") : t("choose")}
      </Button>
    </form>
  );
}

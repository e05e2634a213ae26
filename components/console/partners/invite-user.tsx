"use client";

import { useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api, trpc } from "#components/kit/api/api.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormFailure, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { partnerRoles } from "#lib/users/schema-roles.ts";
import { partnerInvitation } from "#lib/users/schema.ts";

/** Invites a user of a partner. `onLink` receives the token of their one-time link. */
export function InviteUser({ partnerId, onLink }: { partnerId: string; onLink: (token: string) => void }) {
  const t = useTranslations("users.invite");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button>
          <UserPlus aria-hidden />
          {t("open")}
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader title={t("title")} description={t("description")} />
        <InvitationForm
          partnerId={partnerId}
          onLink={(token) => {
            setIsOpen(false);
            onLink(token);
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

function InvitationForm({ partnerId, onLink }: { partnerId: string; onLink: (token: string) => void }) {
  const t = useTranslations("users.invite");
  const roles = useTranslations("shell.roles");
  const client = useQueryClient();
  const form = useZodForm(partnerInvitation, { name: "", email: "", role: "member" });
  const { errors, isSubmitting } = form.formState;
  const { onSubmit, failure } = useSubmit(form, async (values) => {
    const { token } = await api.console.users.invite.mutate({ partnerId, ...values });
    void client.invalidateQueries({ queryKey: trpc.console.users.list.queryKey({ partnerId }) });
    onLink(token);
  });
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={onSubmit}>
      <FormFailure error={failure} />
      <Field label={t("name")} fault={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} autoComplete="off" maxLength={120} />}
      </Field>
      <Field label={t("email")} fault={errors.email?.message}>
        {(control) => <Input {...control} {...form.register("email")} type="email" autoComplete="off" />}
      </Field>
      <Field label={t("role")} hint={t("roleHint")} fault={errors.role?.message}>
        {(control) => (
          <NativeSelect {...control} {...form.register("role")}>
            {partnerRoles.map((role) => (
              <option key={role} value={role}>
                {roles(role)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <FormDialogFooter confirm={t("confirm")} isBusy={isSubmitting} />
    </form>
  );
}

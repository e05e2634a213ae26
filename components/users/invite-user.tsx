"use client";

import { useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { api } from "#components/kit/api/api.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { useMailNews } from "#components/users/use-mail-news.ts";
import { pathOf } from "#components/users/user-actions.tsx";
import type { Side } from "#components/users/user-actions.tsx";
import { staffInvitation, teamInvitation, userInvitation } from "#lib/account/users/schema.ts";
import type { invitation } from "#lib/account/users/schema.ts";

export function InviteUser({ side }: { side: Side }) {
  const t = useTranslations("users");
  const [isOpen, setIsOpen] = useState(false);
  const invite = typeof side === "string" ? t("staff.invite") : t("invite.open");
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button data-action="inviteUser" icon={UserPlus}>
          {invite}
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader title={invite} description={t("invite.description")} />
        <InvitationForm side={side} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function InvitationForm({ side, onDone }: { side: Side; onDone: () => void }) {
  const t = useTranslations("users");
  const roles = useTranslations("shell.roles");
  const client = useQueryClient();
  const tellMailed = useMailNews();
  // The role with the fewest rights comes first: others are given on purpose.
  const possible =
    side === "staff" ? (["handler", "support", "administrator"] as const) : (["member", "developer", "developer-member", "owner"] as const);
  const form = useZodForm(staffInvitation.extend({ role: z.enum(possible) }), { name: "", email: "", role: possible[0] });
  const { errors, isSubmitting } = form.formState;
  const { onSubmit, error } = useSubmit(form, async (values) => {
    await send(side, values);
    void client.invalidateQueries({ queryKey: pathOf(side) });
    onDone();
    tellMailed(values.email);
  });
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={onSubmit}>
      <FormError error={error} />
      <Field label={t("invite.name")} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} autoComplete="off" maxLength={120} />}
      </Field>
      <Field label={t("invite.email")} error={errors.email?.message}>
        {(control) => <Input {...control} {...form.register("email")} type="email" autoComplete="off" />}
      </Field>
      <Field label={t("invite.role")} hint={t(`means.${form.watch("role")}`)} error={errors.role?.message}>
        {(control) => (
          <NativeSelect {...control} {...form.register("role")}>
            {possible.map((role) => (
              <option key={role} value={role}>
                {roles(role)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <FormDialogFooter confirm={t("invite.confirm")} isBusy={isSubmitting} />
    </form>
  );
}

function send(side: Side, person: Omit<z.input<typeof invitation>, "partnerId">): Promise<unknown> {
  if (side === "staff") return api.console.staff.invite.mutate(staffInvitation.parse(person));
  if (side === "team") return api.team.invite.mutate(teamInvitation.parse(person));
  return api.console.users.invite.mutate(userInvitation.parse({ ...person, partnerId: side.partnerId }));
}

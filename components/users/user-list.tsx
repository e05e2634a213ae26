"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { UserPlus, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ComponentProps } from "react";
import { z } from "zod";
import { staffQuery, teamQuery, usersQuery } from "#components/console/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { LastTime } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { Pager } from "#components/kit/list/pager.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { UserActions, pathOf, useMailNews } from "#components/users/user-actions.tsx";
import type { Side } from "#components/users/user-actions.tsx";
import type { UserOverview } from "#lib/account/users/list.ts";
import { staffInvitation, teamInvitation, userInvitation } from "#lib/account/users/schema.ts";
import type { invitation } from "#lib/account/users/schema.ts";
import type { ListPage } from "#lib/platform/lists/portal-lists.ts";

const idOf = ({ id }: UserOverview) => id;

export function UserList({ partnerId, sendsMail }: { partnerId: string; sendsMail: boolean }) {
  const list = useListFilters({});
  const query = useQuery(usersQuery(partnerId, list.values));
  return <UserTable side={{ partnerId }} sendsMail={sendsMail} list={list} query={query} />;
}

/** The operator's staff. The viewer cannot change their own account. */
export function StaffList({ ownId, sendsMail }: { ownId: string; sendsMail: boolean }) {
  const list = useListFilters({});
  const query = useQuery(staffQuery(list.values));
  return <UserTable side="staff" ownId={ownId} sendsMail={sendsMail} list={list} query={query} />;
}

/** The people of the viewer's partner. Owners cannot change their own account here. */
export function TeamList({ ownId, sendsMail }: { ownId: string; sendsMail: boolean }) {
  const list = useListFilters({});
  const query = useQuery(teamQuery(list.values));
  return <UserTable side="team" ownId={ownId} sendsMail={sendsMail} list={list} query={query} />;
}

interface Props {
  side: Side;
  ownId?: string;
  /** Links go to the person's mailbox and nowhere else. */
  sendsMail: boolean;
  list: Pick<ComponentProps<typeof Pager>, "isPaged" | "go">;
  query: UseQueryResult<ListPage<UserOverview>, unknown>;
}

/** Users with invitations, roles, sessions, disabling and new links. */
function UserTable({ side, ownId, sendsMail, list, query }: Props) {
  const t = useTranslations("users");
  const roles = useTranslations("shell.roles");
  const columns: Column<UserOverview>[] = [
    {
      key: "name",
      header: t("columns.name"),
      cell: ({ id, name, email }) => (
        <span className="grid">
          <span className="font-medium">
            {name}
            {id === ownId ? <Badge className="ml-2">{t("staff.you")}</Badge> : null}
          </span>
          <span className="font-normal text-muted-foreground [overflow-wrap:anywhere]">{email}</span>
        </span>
      ),
    },
    { key: "role", header: t("columns.role"), cell: ({ role }) => roles(role), phone: "belowEnd" },
    {
      key: "status",
      header: t("columns.status"),
      cell: (user) => (
        <span className="inline-flex flex-wrap gap-1">
          <StatusBadge of="user" status={statusOf(user)} />
          {user.hasSecondFactor ? <Badge>{t("secondFactor")}</Badge> : null}
        </span>
      ),
      phone: "below",
    },
    { key: "lastSignInAt", header: t("columns.lastSignIn"), cell: ({ lastSignInAt }) => <LastTime at={lastSignInAt} never={t("never")} /> },
    { key: "sessions", header: t("columns.sessions"), cell: ({ sessions }) => sessions, align: "right", from: "wide" },
    {
      key: "actions",
      header: <span className="sr-only">{t("columns.actions")}</span>,
      cell: (user) => (user.id === ownId ? null : <UserActions side={side} sendsMail={sendsMail} user={user} />),
      align: "right",
      phone: "line",
    },
  ];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-2xl text-muted-foreground">
          {t(side === "staff" ? "staff.description" : side === "team" ? "team.description" : "description")}
        </p>
        {sendsMail ? <InviteUser side={side} /> : null}
      </div>
      {sendsMail ? null : <NoMail side={side} />}
      <DataTable
        label={t(side === "staff" ? "staff.title" : side === "team" ? "team.title" : "title")}
        columns={columns}
        rows={query.data?.rows}
        query={query}
        idOf={idOf}
        empty={<EmptyState icon={Users} texts={t} />}
        pager={<Pager page={query.data} isPaged={list.isPaged} go={list.go} />}
      />
    </>
  );
}

function statusOf({ disabledAt, hasPassword }: UserOverview): "active" | "invited" | "disabled" {
  if (disabledAt !== null) return "disabled";
  return hasPassword ? "active" : "invited";
}

/** Says how people are invited where the installation sends no e-mail. */
function NoMail({ side }: { side: Side }) {
  const t = useTranslations("users.noMail");
  if (side === "team") {
    return (
      <Alert title={t("title")} className="mb-5">
        {t("team")}
      </Alert>
    );
  }
  const invite =
    side === "staff"
      ? 'bin/covergate admin invite-staff <e-mail> --name "…" --role handler'
      : `bin/covergate admin invite-user ${side.partnerId} <e-mail> --name "…" --role member`;
  return (
    <Alert title={t("title")} className="mb-5">
      <p>{t("description")}</p>
      {[invite, 'bin/covergate admin renew-link <e-mail> --reason "…"'].map((command) => (
        <p key={command} className="mt-1">
          <code className="text-sm" translate="no">
            {command}
          </code>
        </p>
      ))}
    </Alert>
  );
}

function InviteUser({ side }: { side: Side }) {
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

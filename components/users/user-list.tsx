"use client";

import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { staffQuery, teamQuery, usersQuery } from "#components/console/queries.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { LastTime } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { Pager } from "#components/kit/list/pager.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { InviteUser } from "#components/users/invite-user.tsx";
import { NoMail } from "#components/users/no-mail.tsx";
import { UserActions } from "#components/users/user-actions.tsx";
import type { Side } from "#components/users/user-actions.tsx";
import type { UserOverview } from "#lib/account/users/list.ts";
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

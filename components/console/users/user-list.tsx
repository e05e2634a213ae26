"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, Link2, LogOut, RotateCcw, ShieldOff, UserCog, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactNode } from "react";
import { usersQuery } from "#components/console/queries.ts";
import { InviteUser } from "#components/console/users/invite-user.tsx";
import { PasswordLink } from "#components/console/users/password-link.tsx";
import type { ShownLink } from "#components/console/users/password-link.tsx";
import { api, trpc } from "#components/kit/api/api.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { LastTime } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import type { Column } from "#components/kit/list/data-table.tsx";
import { Pager } from "#components/kit/list/pager.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { UserOverview } from "#lib/users/administration.ts";
import type { Role } from "#lib/users/schema-roles.ts";
import type { UserChange } from "#lib/users/schema.ts";

type User = UserOverview;

const idOf = ({ id }: User) => id;

interface Side {
  /** Null for the operator's staff. */
  partnerId: string | null;
  /** The viewer, who cannot change their own account. */
  ownId?: string;
}

/** The users of a partner or the operator's staff, with invitations, roles, sessions, disabling and new links. */
export function UserList({ partnerId, ownId }: Side) {
  const t = useTranslations("users");
  const roles = useTranslations("shell.roles");
  const list = useListFilters({});
  const query = useQuery(usersQuery(partnerId, list.values));
  const [link, setLink] = useState<ShownLink>();
  const columns: Column<User>[] = [
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
    { key: "sessions", header: t("columns.sessions"), cell: ({ sessions }) => sessions, align: "right", from: "xl" },
    {
      key: "actions",
      header: <span className="sr-only">{t("columns.actions")}</span>,
      cell: (user) => (user.id === ownId ? null : <UserActions partnerId={partnerId} user={user} onLink={setLink} />),
      align: "right",
      phone: "line",
    },
  ];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-2xl text-muted-foreground">{t(partnerId === null ? "staff.description" : "description")}</p>
        <InviteUser partnerId={partnerId} onLink={setLink} />
      </div>
      <DataTable
        label={t(partnerId === null ? "staff.title" : "title")}
        columns={columns}
        rows={query.data?.rows}
        query={query}
        idOf={idOf}
        empty={
          <EmptyState icon={Users} title={t("emptyTitle")}>
            {t("empty")}
          </EmptyState>
        }
        pager={<Pager page={query.data} isPaged={list.isPaged} go={list.go} />}
      />
      <PasswordLink link={link} onClose={() => setLink(undefined)} />
    </>
  );
}

const otherRole = { owner: "member", member: "owner", support: "handler", handler: "support" } as const satisfies Record<Role, Role>;
const changesOfRole = { owner: "makeOwner", member: "makeMember", support: "makeSupport", handler: "makeHandler" } as const;

function UserActions({ partnerId, user, onLink }: Side & { user: User; onLink: (link: ShownLink) => void }) {
  const t = useTranslations("users");
  const { name } = user;
  const changed = useChanged(partnerId, user);
  const change = async (changes: UserChange, done: ChangeName) => {
    await api.console.users.change.mutate({ userId: user.id, ...changes });
    await changed(done);
  };
  const role = otherRole[user.role];
  const roleChange = changesOfRole[role];
  if (user.disabledAt !== null) {
    return (
      <Action
        icon={<RotateCcw aria-hidden />}
        words="enable"
        name={name}
        onConfirm={(reason) => change({ disabled: false, reason }, "enable")}
      />
    );
  }
  return (
    <div className="flex flex-wrap gap-1 xl:flex-nowrap sm:justify-end">
      <Action icon={<UserCog aria-hidden />} words={roleChange} name={name} onConfirm={(reason) => change({ role, reason }, roleChange)} />
      <Action
        icon={<Link2 aria-hidden />}
        words="newLink"
        name={name}
        onConfirm={async (reason) => {
          const { token } = await api.console.users.replacePasswordLink.mutate({ userId: user.id, reason });
          onLink({ token });
          notify("success", t("newLink.done", { name }));
        }}
      />
      {user.sessions === 0 ? null : (
        <Action
          icon={<LogOut aria-hidden />}
          words="endSessions"
          name={name}
          onConfirm={async (reason) => {
            await api.console.users.endSessions.mutate({ userId: user.id, reason });
            await changed("endSessions");
          }}
        />
      )}
      {user.hasSecondFactor ? (
        <Action
          icon={<ShieldOff aria-hidden />}
          words="removeFactors"
          name={name}
          onConfirm={async (reason) => {
            await api.console.users.removeSecondFactors.mutate({ userId: user.id, reason });
            await changed("removeFactors");
          }}
        />
      ) : null}
      <Action
        icon={<Ban aria-hidden />}
        words="disable"
        name={name}
        isDestructive
        onConfirm={(reason) => change({ disabled: true, reason }, "disable")}
      />
    </div>
  );
}

type ChangeName = (typeof changesOfRole)[Role] | "endSessions" | "removeFactors" | "disable" | "enable";

/** Refreshes the list of users, and says what was done. */
function useChanged(partnerId: string | null, user: User): (done: ChangeName) => Promise<void> {
  const t = useTranslations("users");
  const client = useQueryClient();
  return async (done) => {
    await client.invalidateQueries({ queryKey: trpc.console.users.list.queryKey({ partnerId }) });
    notify("success", t(`${done}.done`, { name: user.name }));
  };
}

function Action({
  icon,
  words,
  name,
  isDestructive = false,
  onConfirm,
}: {
  icon: ReactNode;
  words: ChangeName | "newLink";
  name: string;
  isDestructive?: boolean;
  onConfirm: (reason: string) => Promise<void>;
}) {
  const t = useTranslations("users");
  return (
    <ConfirmDialog
      trigger={
        <Button
          variant="ghost"
          size="sm"
          className={isDestructive ? "text-danger" : undefined}
          aria-label={t(`${words}.openWhich`, { name })}
        >
          {icon}
          {t(`${words}.open`)}
        </Button>
      }
      title={t(`${words}.title`, { name })}
      description={t(`${words}.description`)}
      confirm={t(`${words}.open`)}
      isDestructive={isDestructive}
      asksReason
      onConfirm={onConfirm}
    />
  );
}

function statusOf({ disabledAt, hasPassword }: User): "active" | "invited" | "disabled" {
  if (disabledAt !== null) return "disabled";
  return hasPassword ? "active" : "invited";
}

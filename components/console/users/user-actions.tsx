"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban, Link2, LogOut, RotateCcw, ShieldOff, UserCog } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { useMailNews } from "#components/console/users/use-mail-news.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Label } from "#components/ui/label.tsx";
import type { UserOverview } from "#lib/account/users/list.ts";
import type { UserChange } from "#lib/account/users/schema.ts";
import { partnerRoles, staffRoles } from "#lib/platform/roles.ts";
import type { Role } from "#lib/platform/roles.ts";

type User = UserOverview;

const changesOfRole = {
  owner: "makeOwner",
  member: "makeMember",
  administrator: "makeAdministrator",
  support: "makeSupport",
  handler: "makeHandler",
} as const satisfies Record<Role, string>;

type ChangeName = (typeof changesOfRole)[Role] | "endSessions" | "removeFactors" | "disable" | "enable";

interface Props {
  /** Null for the operator's staff. */
  partnerId: string | null;
  sendsMail: boolean;
  user: User;
}

/** The actions on a user. Support acts on users of partners, administrators on staff of the operator. */
export function UserActions({ partnerId, sendsMail, user }: Props) {
  const { id: userId, name } = user;
  const procedures = partnerId === null ? api.console.staff : api.console.users;
  const changed = useChanged(partnerId, user);
  const tellMailed = useMailNews();
  const change = async (changes: UserChange, done: ChangeName) => {
    await procedures.change.mutate({ userId, ...changes });
    await changed(done);
  };
  if (user.disabledAt !== null) {
    return (
      <Action
        icon={<RotateCcw aria-hidden />}
        labels="enable"
        name={name}
        onConfirm={(reason) => change({ disabled: false, reason }, "enable")}
      />
    );
  }
  const possible: readonly Role[] = partnerId === null ? staffRoles : partnerRoles;
  const last = user.isLastInCharge && partnerId !== null ? { partnerId, name } : undefined;
  return (
    <div className="flex flex-wrap gap-1 sm:justify-end">
      {possible
        .filter((role) => role !== user.role)
        .map((role) => (
          <Action
            key={role}
            icon={<UserCog aria-hidden />}
            labels={changesOfRole[role]}
            name={name}
            last={last}
            onConfirm={(reason) => change({ role, reason, leavesNoOwner: last !== undefined }, changesOfRole[role])}
          />
        ))}
      {sendsMail ? (
        <Action
          icon={<Link2 aria-hidden />}
          labels="newLink"
          name={name}
          onConfirm={async (reason) => {
            await procedures.replacePasswordLink.mutate({ userId, reason });
            tellMailed(user.email);
          }}
        />
      ) : null}
      {user.sessions === 0 ? null : (
        <Action
          icon={<LogOut aria-hidden />}
          labels="endSessions"
          name={name}
          onConfirm={async (reason) => {
            await procedures.endSessions.mutate({ userId, reason });
            await changed("endSessions");
          }}
        />
      )}
      {user.hasSecondFactor && partnerId !== null ? (
        <Action
          icon={<ShieldOff aria-hidden />}
          labels="removeFactors"
          name={name}
          onConfirm={async (reason) => {
            await api.console.users.removeSecondFactors.mutate({ userId, reason });
            await changed("removeFactors");
          }}
        />
      ) : null}
      <Action
        icon={<Ban aria-hidden />}
        labels="disable"
        name={name}
        last={last}
        isDestructive
        onConfirm={(reason) => change({ disabled: true, reason, leavesNoOwner: last !== undefined }, "disable")}
      />
    </div>
  );
}

/** Refreshes the list of users, and says what was done. */
function useChanged(partnerId: string | null, user: User): (done: ChangeName) => Promise<void> {
  const t = useTranslations("users");
  const client = useQueryClient();
  const queryKey = partnerId === null ? trpc.console.staff.list.pathKey() : trpc.console.users.list.queryKey({ partnerId });
  return async (done) => {
    await client.invalidateQueries({ queryKey });
    notify("success", t(`${done}.done`, { name: user.name }));
  };
}

function Action({
  icon,
  labels,
  name,
  last,
  isDestructive = false,
  onConfirm,
}: {
  icon: ReactNode;
  labels: ChangeName | "newLink";
  name: string;
  /** The last active owner of a partner, whose loss has to be confirmed. */
  last?: { name: string } | undefined;
  isDestructive?: boolean;
  onConfirm: (reason: string) => Promise<void>;
}) {
  const t = useTranslations("users");
  const [isLossConfirmed, setLossConfirmed] = useState(false);
  const id = useId();
  return (
    <ConfirmDialog
      trigger={
        <Button
          variant="ghost"
          size="sm"
          className={isDestructive ? "text-danger" : undefined}
          aria-label={t(`${labels}.openWhich`, { name })}
        >
          {icon}
          {t(`${labels}.open`)}
        </Button>
      }
      title={t(`${labels}.title`, { name })}
      description={t(`${labels}.description`)}
      confirm={t(`${labels}.open`)}
      isDestructive={isDestructive}
      isReady={last === undefined || isLossConfirmed}
      asksReason
      onConfirm={onConfirm}
    >
      {last === undefined ? null : (
        <Alert tone="warning" title={t("lastOwner.title", { name: last.name })}>
          <p>{t("lastOwner.description")}</p>
          <div className="mt-2 flex items-start gap-2.5">
            <Checkbox
              id={id}
              className="mt-0.5"
              checked={isLossConfirmed}
              onCheckedChange={(checked) => setLossConfirmed(checked === true)}
            />
            <Label htmlFor={id}>{t("lastOwner.confirm")}</Label>
          </div>
        </Alert>
      )}
    </ConfirmDialog>
  );
}

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban, Link2, LogOut, RotateCcw, ShieldOff, UserCog } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { api, trpc } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import type { UserOverview } from "#lib/account/users/list.ts";
import type { UserChange } from "#lib/account/users/schema.ts";
import { partnerRoles, staffRoles } from "#lib/platform/roles.ts";
import type { Role } from "#lib/platform/roles.ts";

type ChangeName = "changeRole" | "endSessions" | "removeFactors" | "disable" | "enable";

/** The owner of the users: a partner as support sees it, the viewer's own partner, or the operator. */
export type Side = { partnerId: string } | "team" | "staff";

interface Props {
  side: Side;
  sendsMail: boolean;
  user: UserOverview;
}

/** The actions on a user. Support acts on users of partners, owners on those of their own, administrators on staff of the operator. */
export function UserActions({ side, sendsMail, user }: Props) {
  const { change, replaceLink, endSessions, removeFactors } = useUserChanges(side, user);
  const isOfPartner = side !== "staff";
  const isTeam = side === "team";
  const action = { name: user.name, asksReason: !isTeam };
  if (user.disabledAt !== null) {
    return (
      <Action
        {...action}
        icon={<RotateCcw aria-hidden />}
        labels="enable"
        onConfirm={(reason) => change({ disabled: false, reason }, "enable")}
      />
    );
  }
  const roles: readonly Role[] = isOfPartner ? partnerRoles : staffRoles;
  const last = user.isLastInCharge && isOfPartner ? { name: user.name } : undefined;
  const loss = isTeam ? {} : { leavesNoOwner: last !== undefined };
  return (
    <div className="flex flex-wrap gap-1 sm:justify-end">
      <ChangeRole
        {...action}
        role={user.role}
        roles={roles}
        last={last}
        onChange={(changes) => change({ ...changes, ...loss }, "changeRole")}
      />
      {sendsMail ? <Action {...action} icon={<Link2 aria-hidden />} labels="newLink" onConfirm={replaceLink} /> : null}
      {user.sessions === 0 ? null : <Action {...action} icon={<LogOut aria-hidden />} labels="endSessions" onConfirm={endSessions} />}
      {user.hasSecondFactor && isOfPartner && !isTeam ? (
        <Action {...action} icon={<ShieldOff aria-hidden />} labels="removeFactors" onConfirm={removeFactors} />
      ) : null}
      <Action
        {...action}
        icon={<Ban aria-hidden />}
        labels="disable"
        last={last}
        isDestructive
        onConfirm={(reason) => change({ disabled: true, reason, ...loss }, "disable")}
      />
    </div>
  );
}

/** The requests that change a user, each with a confirmation. */
function useUserChanges(side: Side, { id: userId, name, email }: UserOverview) {
  const t = useTranslations("users");
  const client = useQueryClient();
  const tellMailed = useMailNews();
  const procedures = side === "staff" ? api.console.staff : side === "team" ? api.team : api.console.users;
  const changed = async (done: ChangeName) => {
    await client.invalidateQueries({ queryKey: pathOf(side) });
    notify("success", t(`${done}.done`, { name }));
  };
  return {
    async change(changes: UserChange, done: ChangeName): Promise<void> {
      await procedures.change.mutate({ userId, ...changes });
      await changed(done);
    },
    async replaceLink(reason: string): Promise<void> {
      await procedures.replacePasswordLink.mutate({ userId, reason });
      tellMailed(email);
    },
    async endSessions(reason: string): Promise<void> {
      await procedures.endSessions.mutate({ userId, reason });
      await changed("endSessions");
    },
    async removeFactors(reason: string): Promise<void> {
      await api.console.users.removeSecondFactors.mutate({ userId, reason });
      await changed("removeFactors");
    },
  };
}

export function pathOf(side: Side) {
  return (side === "staff" ? trpc.console.staff : side === "team" ? trpc.team : trpc.console.users).pathKey();
}

/** Asks for the new role, and says what it opens. */
function ChangeRole({
  role,
  roles,
  onChange,
  ...action
}: Omit<ActionProps, "icon" | "labels" | "onConfirm"> & {
  role: Role;
  roles: readonly Role[];
  onChange: (changes: { role: Role; reason: string }) => Promise<void>;
}) {
  const t = useTranslations("users");
  const labels = useTranslations("shell.roles");
  const [chosen, setChosen] = useState(role);
  return (
    <Action
      {...action}
      icon={<UserCog aria-hidden />}
      labels="changeRole"
      isReady={chosen !== role}
      onConfirm={(reason) => onChange({ role: chosen, reason })}
    >
      <Field label={t("changeRole.choose")} hint={t(`means.${chosen}`)}>
        {(control) => (
          <NativeSelect
            {...control}
            value={chosen}
            onChange={({ target }) => setChosen(roles.find((each) => each === target.value) ?? role)}
          >
            {roles.map((each) => (
              <option key={each} value={each}>
                {labels(each)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </Action>
  );
}

interface ActionProps {
  icon: ReactNode;
  labels: ChangeName | "newLink";
  name: string;
  /** The last active owner of a partner, whose loss has to be confirmed. */
  last?: { name: string } | undefined;
  isDestructive?: boolean;
  isReady?: boolean;
  asksReason: boolean;
  onConfirm: (reason: string) => Promise<void>;
  children?: ReactNode;
}

function Action({ icon, labels, name, last, isDestructive = false, isReady = true, asksReason, onConfirm, children }: ActionProps) {
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
      isReady={isReady && (last === undefined || isLossConfirmed)}
      asksReason={asksReason}
      onConfirm={onConfirm}
    >
      {children}
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

/** Says that a person's link is on its way to their mailbox. */
export function useMailNews(): (email: string) => void {
  const t = useTranslations("users.link");
  return (email) => notify("success", t("mailed", { email }));
}

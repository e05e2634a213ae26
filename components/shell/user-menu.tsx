"use client";

import { ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import type { Viewer } from "#components/shell/viewer.ts";
import { Avatar } from "#components/ui/avatar.tsx";

const UserMenuContent = onDemand(() => import("#components/shell/user-menu-content.tsx").then((module) => module.UserMenuContent), "menu");

/** The signed-in user with settings, appearance and signing out. */
export function UserMenu({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("shell");
  const { user } = viewer;
  return (
    <UserMenuContent
      viewer={viewer}
      trigger={
        <button
          type="button"
          className="flex w-full min-w-0 items-center gap-2.5 rounded-lg p-1.5 text-left hover:bg-accent data-[state=open]:bg-accent"
        >
          <Avatar name={user.name} />
          <span className="min-w-0 flex-1">
            <span className="sr-only">{t("account")} </span>
            <span className="block truncate font-medium">{user.name}</span>
            <span className="block truncate text-xs text-muted-foreground">{user.partner?.name ?? t(`roles.${user.role}`)}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 text-muted-foreground" />
        </button>
      }
    />
  );
}

"use client";

import { LogOut, Settings } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LanguageChoices, ThemeChoices } from "#components/shell/preference-choices.tsx";
import { leave } from "#components/shell/sign-out.ts";
import { rootOf } from "#components/shell/viewer.tsx";
import type { Viewer } from "#components/shell/viewer.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { Link } from "#components/ui/link.tsx";

/** The menu of UserMenu, loaded on first use. */
export function UserMenuContent({ viewer, trigger }: { viewer: Viewer; trigger: ReactNode }) {
  const t = useTranslations("shell");
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="w-68">
        <DropdownMenuLabel className="truncate font-normal">{viewer.user.email}</DropdownMenuLabel>
        <DropdownMenuItem asChild>
          <Link href={`${rootOf(viewer)}/settings`}>
            <Settings aria-hidden />
            {t("settings")}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>{t("theme")}</DropdownMenuLabel>
        <ThemeChoices />
        <DropdownMenuSeparator />
        <DropdownMenuLabel>{t("language")}</DropdownMenuLabel>
        <LanguageChoices />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void leave()}>
          <LogOut aria-hidden />
          {t("signOut")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

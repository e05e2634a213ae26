"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { loadedPart } from "#components/kit/form/on-demand.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

const load = () => import("#components/settings/password-change-form.tsx");
const PasswordChangeForm = loadedPart(() => load().then((module) => module.PasswordChangeForm), <Skeleton className="h-44 max-w-sm" />);

/** Changes the user's password; the form with its validation is loaded on demand. */
export function PasswordChange({ email }: { email: string }) {
  const t = useTranslations("security");
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button data-action="changePassword" variant="outline" onPointerEnter={() => void load()} onClick={() => setIsOpen(true)}>
        {t("changePassword")}
      </Button>
    );
  }
  return <PasswordChangeForm email={email} onDone={() => setIsOpen(false)} onLost={() => setIsOpen(false)} />;
}

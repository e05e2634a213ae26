"use client";

import { Fingerprint, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createPasskey } from "#components/auth/webauthn.ts";
import { api } from "#components/kit/api/api.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormError } from "#components/kit/form/form.tsx";
import { useAction } from "#components/kit/form/use-action.ts";
import { notify } from "#components/kit/states/notify.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import type { SecondFactorOverview } from "#lib/account/users/second-factors.ts";

type Passkey = SecondFactorOverview["passkeys"][number];
type Change = (recoveryCodes?: string[] | null) => Promise<void>;

/** The user's passkeys, which can be added and removed. */
export function PasskeyList({ passkeys, onChange }: { passkeys: readonly Passkey[]; onChange: Change }) {
  const t = useTranslations("security.passkeys");
  return (
    <div className="grid gap-4">
      {passkeys.length === 0 ? <p className="text-muted-foreground">{t("empty")}</p> : null}
      <ul className="grid divide-y empty:hidden">
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onChange={onChange} />
        ))}
      </ul>
      <AddPasskey onChange={onChange} />
    </div>
  );
}

function PasskeyItem({ passkey: { id, name, isSynced, createdAt, lastUsedAt }, onChange }: { passkey: Passkey; onChange: Change }) {
  const t = useTranslations("security.passkeys");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <Fingerprint aria-hidden className="size-5 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          {name} {isSynced ? <Badge>{t("synced")}</Badge> : null}
        </p>
        <p className="text-sm text-muted-foreground">
          {t.rich("created", { time: () => <TimeStamp at={createdAt} as="day" focusable /> })},{" "}
          {lastUsedAt === null ? t("unused") : t.rich("used", { time: () => <TimeStamp at={lastUsedAt} as="ago" focusable /> })}
        </p>
      </div>
      <ConfirmDialog
        trigger={
          <Button variant="ghost" size="sm" className="text-danger" aria-label={t("removeWhich", { name })} icon={Trash2}>
            {t("remove")}
          </Button>
        }
        title={t("removeTitle", { name })}
        description={t("removeText")}
        confirm={t("remove")}
        isDestructive
        onConfirm={async () => {
          await api.account.removePasskey.mutate({ passkeyId: id });
          await onChange();
          notify("success", t("removed"));
        }}
      />
    </li>
  );
}

function AddPasskey({ onChange }: { onChange: Change }) {
  const t = useTranslations("security.passkeys");
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState("");
  const { isBusy, error, clearError, start } = useAction(async () => {
    const credential = await createPasskey();
    const { recoveryCodes } = await api.account.addPasskey.mutate({ name, credential });
    open(false);
    notify("success", t("added"));
    await onChange(recoveryCodes);
  });

  function open(isWanted: boolean) {
    setIsOpen(isWanted);
    setName("");
    clearError();
  }

  return (
    <Dialog open={isOpen} onOpenChange={open}>
      <DialogTrigger asChild>
        <Button variant="outline" className="w-fit" icon={Plus}>
          {t("add")}
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader title={t("add")} description={t("hint")} />
        <form noValidate method="post" className="grid gap-4" onSubmit={start}>
          <FormError error={error} />
          <Field label={t("name")} hint={t("nameHint")}>
            {(control) => (
              <Input {...control} value={name} onChange={(event) => setName(event.target.value)} maxLength={60} autoComplete="off" />
            )}
          </Field>
          <FormDialogFooter confirm={t("create")} isBusy={isBusy} isReady={name.trim() !== ""} />
        </form>
      </DialogContent>
    </Dialog>
  );
}

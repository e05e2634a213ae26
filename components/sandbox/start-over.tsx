"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Eraser } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "#components/kit/api/api.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { Input } from "#components/ui/input.tsx";

/** Resets the sandbox after the owner has typed the beginning of their key; impossible without a working key. */
export function StartOver({ preview }: { preview: string | undefined }) {
  const t = useTranslations("sandbox.startOver");
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  return (
    <TitledCard title={t("title")} description={t("text")}>
      {preview === undefined ? (
        <p className="text-muted-foreground">{t("noKey")}</p>
      ) : (
        <ConfirmDialog
          trigger={
            <Button variant="outline" className="text-danger" icon={Eraser}>
              {t("open")}
            </Button>
          }
          title={t("confirmTitle")}
          description={t("confirmText")}
          confirm={t("confirm")}
          isDestructive
          isReady={typed.trim() === preview}
          onConfirm={async () => {
            await api.sandbox.startOver.mutate({ environment: "development", confirm: typed.trim() });
            setTyped("");
            await client.invalidateQueries();
            notify("success", t("done"));
          }}
        >
          <Field label={t("type", { preview })}>
            {(control) => (
              <Input
                {...control}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
              />
            )}
          </Field>
        </ConfirmDialog>
      )}
    </TitledCard>
  );
}

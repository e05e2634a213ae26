"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { templatesQuery } from "#components/console/templates/queries.ts";
import { TemplateForm } from "#components/console/templates/template-form.tsx";
import { api, trpc } from "#components/kit/api/api.ts";
import { TitledCard } from "#components/kit/facts/titled-card.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { reasonUses } from "#db/schema/enums.ts";
import type { ReasonTemplate } from "#lib/insurance/claims/templates.ts";

/** The templates by their purpose; handlers add, change and delete them. */
export function TemplateList({ isHandler }: { isHandler: boolean }) {
  const t = useTranslations("claims.templates");
  const client = useQueryClient();
  const { data = [] } = useQuery(templatesQuery);
  const [edited, setEdited] = useState<ReasonTemplate | "new" | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: trpc.console.templates.pathKey() });

  async function remove(id: string): Promise<void> {
    await api.console.templates.delete.mutate({ id });
    notify("success", t("deleted"));
    await refresh();
  }

  return (
    <div className="grid gap-5">
      {isHandler && edited === null ? (
        <Button className="justify-self-start" onClick={() => setEdited("new")}>
          {t("add")}
        </Button>
      ) : null}
      {edited === null ? null : (
        <TemplateForm
          key={edited === "new" ? "new" : edited.id}
          template={edited === "new" ? undefined : edited}
          close={async () => {
            setEdited(null);
            await refresh();
          }}
          cancel={() => setEdited(null)}
        />
      )}
      {reasonUses.map((use) => (
        <TitledCard key={use} title={t(`uses.${use}`)}>
          <ul aria-label={t(`uses.${use}`)} className="grid divide-y empty:hidden">
            {data
              .filter((template) => template.use === use)
              .map((template) => (
                <li key={template.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0">
                  <span className="grid min-w-0 gap-0.5" lang={template.language}>
                    <span className="flex flex-wrap items-center gap-2 font-medium">
                      {template.title}
                      <Badge tone="outline">{t(`languages.${template.language}`)}</Badge>
                    </span>
                    <span className="text-sm [overflow-wrap:anywhere] whitespace-pre-wrap text-muted-foreground">{template.text}</span>
                  </span>
                  {isHandler ? (
                    <span className="flex gap-2">
                      <Button variant="outline" size="sm" onClick={() => setEdited(template)}>
                        {t("change")}
                      </Button>
                      <ConfirmDialog
                        trigger={
                          <Button variant="outline" size="sm" aria-label={t("deleteOne", { title: template.title })}>
                            <Trash2 aria-hidden />
                          </Button>
                        }
                        title={t("deleteTitle", { title: template.title })}
                        description={t("deleteDescription")}
                        confirm={t("delete")}
                        isDestructive
                        onConfirm={() => remove(template.id)}
                      />
                    </span>
                  ) : null}
                </li>
              ))}
          </ul>
          {data.some((template) => template.use === use) ? null : <p className="text-muted-foreground">{t("noneYet")}</p>}
        </TitledCard>
      ))}
    </div>
  );
}

"use client";

import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { OfWorld } from "#components/console/traffic/queries.ts";
import { api } from "#components/kit/api/api.ts";
import type { Answers } from "#components/kit/api/api.ts";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Button } from "#components/ui/button.tsx";

type Revealed = Answers["console"]["traffic"]["revealBodies"];

/** The bodies of a partner's traffic, hidden until support gives a reason, which the audit log keeps. */
export function RevealBodies({ of, kind, id }: { of: OfWorld; kind: "call" | "delivery" | "event"; id: string }) {
  const t = useTranslations("traffic.reveal");
  const [bodies, setBodies] = useState<Revealed>();
  if (bodies === undefined) {
    return (
      <div className="rounded-lg border border-dashed px-3.5 py-3">
        <p className="mb-2 text-muted-foreground">{t("hidden")}</p>
        <ConfirmDialog
          trigger={
            <Button variant="outline" size="sm" icon={Eye}>
              {t("open")}
            </Button>
          }
          title={t("title")}
          description={t("description")}
          confirm={t("open")}
          asksReason
          onConfirm={async (reason) => setBodies(await api.console.traffic.revealBodies.mutate({ ...of, kind, id, reason }))}
        />
      </div>
    );
  }
  if (bodies.length === 0) return <p className="text-muted-foreground">{t("none")}</p>;
  return bodies.map(({ name, text }) => <JsonView key={name} text={text} what={t(`names.${name}`)} />);
}

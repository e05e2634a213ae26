"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { claimLinksQuery } from "#components/claims/queries.ts";
import { api } from "#components/kit/api/api.ts";
import type { Answers } from "#components/kit/api/api.ts";
import { useServerNow } from "#components/kit/api/server-clock.ts";
import { OneTimeSecret } from "#components/kit/code/one-time-secret.tsx";
import { KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { mayManageLinks } from "#lib/insurance/claim-links/rules/may-manage-links.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";
import { languages } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import type { Role } from "#lib/platform/roles.ts";

/** A link of a claim, or one of a contract with the page of the claim that was declared by it. */
type LinkRow = Answers["claims"]["links"][number] & { claimHref?: string | undefined };

/** The actions that the viewer may take on the links of a claim; undefined for a viewer who only reads them. */
export interface LinkActions {
  make: (language: Language) => Promise<{ url: string }>;
  revoke: (linkId: string) => Promise<unknown>;
  reload: () => Promise<void>;
}

/** The links of a claim, as its partner sees and makes them. */
export function ClaimLinks({ id, status, role }: { id: string; status: ClaimStatus; role: Role }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const t = useTranslations("claims.links");
  const { data: links = [] } = useQuery(claimLinksQuery(environment, id));
  const mayManage = mayManageLinks(role, environment);
  return (
    <ClaimLinksCard
      links={links}
      canMake={status === "draft" || status === "pending_info"}
      hint={mayManage ? undefined : t("ownersOnly")}
      actions={
        mayManage
          ? {
              make: (language) => api.claims.createLink.mutate({ environment, id, language }),
              revoke: (linkId) => api.claims.revokeLink.mutate({ environment, id, linkId }),
              reload: () => client.invalidateQueries({ queryKey: claimLinksQuery(environment, id).queryKey }),
            }
          : undefined
      }
    />
  );
}

/** The place of the links on the page of a claim. */
export const linksAnchor = "links";

interface CardProps {
  /** The purpose of the links: the documents of a claim, or the declaration of a loss on a contract. */
  of?: "claim" | "contract";
  links: readonly LinkRow[];
  /** False where a link would open nothing. */
  canMake: boolean;
  actions: LinkActions | undefined;
  /** Why the viewer has no actions. */
  hint?: string | undefined;
}

/** The links by which the insured sends documents or declares a loss: what became of each, and a new one where it is of use. */
export function ClaimLinksCard({ of = "claim", links, canMake, actions, hint }: CardProps) {
  const t = useTranslations("claims.links");
  const errorText = useErrorText();
  const [url, setUrl] = useState<string>();
  if ((!canMake || (actions === undefined && hint === undefined)) && links.length === 0) return null;

  async function make({ make: makeLink, reload }: LinkActions, language: Language): Promise<void> {
    try {
      setUrl((await makeLink(language)).url);
    } catch (error) {
      notify("error", errorText(error));
    }
    await reload();
  }

  return (
    <Card id={linksAnchor}>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <CardDescription>{t(`text.${of}`)}</CardDescription>
      </CardHeader>
      <CardContent className="grid gap-4">
        {canMake && actions !== undefined ? (
          <div className="flex flex-wrap gap-2">
            {languages.map((language) => (
              <Button key={language} variant="outline" onClick={() => void make(actions, language)}>
                {t(`make.${language}`)}
              </Button>
            ))}
          </div>
        ) : null}
        {hint === undefined ? null : <p className="text-muted-foreground">{hint}</p>}
        {links.length === 0 ? null : (
          <ul className="grid gap-4">
            {links.map((link) => (
              <LinkItem key={link.id} link={link} actions={actions} />
            ))}
          </ul>
        )}
      </CardContent>
      <OneTimeSecret secret={url} what={t("what")} title={t("madeTitle")} description={t(`made.${of}`)} onClose={() => setUrl(undefined)} />
    </Card>
  );
}

const tones = { sent: "neutral", opened: "info", completed: "success", expired: "outline", revoked: "outline" } as const;

function stateOf({ revokedAt, expiresAt, completedAt, openedAt }: LinkRow, now: Date): keyof typeof tones {
  if (revokedAt !== null) return "revoked";
  if (completedAt !== null) return "completed";
  if (new Date(expiresAt) <= now) return "expired";
  return openedAt === null ? "sent" : "opened";
}

function LinkItem({ link, actions }: { link: LinkRow; actions: LinkActions | undefined }) {
  const t = useTranslations("claims.links");
  const state = stateOf(link, useServerNow());
  return (
    <li className="grid gap-2 border-t pt-3">
      <div className="flex items-center justify-between gap-2">
        <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        {actions === undefined || state === "expired" || state === "revoked" ? null : (
          <ConfirmDialog
            trigger={<Button variant="ghost">{t("revoke")}</Button>}
            title={t("revokeTitle")}
            description={t("revokeText")}
            confirm={t("revoke")}
            isDestructive
            onConfirm={async () => {
              await actions.revoke(link.id);
              await actions.reload();
              notify("success", t("revoked"));
            }}
          />
        )}
      </div>
      <KeyValueList isPaired>
        <KeyValue name={t("created")} value={<TimeStamp at={link.createdAt} focusable />} />
        <KeyValue name={t("expires")} value={<TimeStamp at={link.expiresAt} focusable />} />
        {link.claimHref === undefined ? null : (
          <KeyValue name={t("declared")} value={<TextLink href={link.claimHref}>{t("openClaim")}</TextLink>} />
        )}
        {link.lastSeenAt === null ? null : <KeyValue name={t("lastSeen")} value={<TimeStamp at={link.lastSeenAt} focusable />} />}
      </KeyValueList>
    </li>
  );
}

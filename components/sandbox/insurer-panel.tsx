"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, LoaderCircle, Play, Umbrella } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { wordsOf } from "#components/console/claims/action-labels.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { loadedPart } from "#components/kit/form/on-demand.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { insurerQuery } from "#components/sandbox/queries.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { Insurer } from "#lib/developer/sandbox/play.ts";
import type { ScenarioName } from "#lib/developer/sandbox/schema.ts";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

const ActionDialog = loadedPart(() => import("#components/console/claims/action-dialog.tsx").then((module) => module.ActionDialog));

const names: Record<ScenarioName, true> = { paid: true, refused: true, more_info: true, charged: true, returned_payment: true };
const scenarioNames = Object.keys(names) as ScenarioName[];

const claims = trpc.claims.pathKey();

/** Plays the insurer for a claim of the sandbox: the actions of its current state, and scenarios. */
export function InsurerPanel({ id }: { id: string }) {
  const t = useTranslations("sandbox.insurer");
  const { data } = useQuery(insurerQuery(id));
  if (data === undefined) return null;
  return (
    <Card className="min-w-0 border-environment/50">
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          <Umbrella aria-hidden className="size-4.5 text-environment-text" />
          {t("title")}
        </CardTitle>
        <CardDescription>{t(data.status === "draft" || data.status === "archived" ? "draft" : "text")}</CardDescription>
      </CardHeader>
      {data.moves.length === 0 && data.scenarios.length === 0 ? null : (
        <CardContent className="grid gap-4">
          <Moves insurer={data} />
          <Scenarios insurer={data} />
        </CardContent>
      )}
    </Card>
  );
}

function Moves({ insurer }: { insurer: Insurer }) {
  const t = useTranslations("sandbox.insurer");
  const desk = useTranslations("claims.desk.moves");
  const client = useQueryClient();
  const say = useErrorText();
  const [chosen, setAsked] = useState<AllowedAction>();
  const asker = useRef<Element>(null);
  // One button for both forms of a refusal; the dialog asks whether to request the document again.
  const offered = insurer.moves.filter(({ askAgain }) => !askAgain);
  const shared = offered.filter(({ target }) => target === null);
  const targets = [...new Set(offered.flatMap(({ target }) => target ?? []))];

  async function send(move: ClaimAction): Promise<void> {
    try {
      await api.sandbox.play.mutate({ environment: "development", id: insurer.id, move });
      notify("success", desk(`${move.move}.done`));
    } finally {
      await client.invalidateQueries();
    }
  }

  const button = (move: AllowedAction) => (
    <Button
      key={`${move.move} ${move.target ?? ""}`}
      size="sm"
      variant="outline"
      onClick={({ currentTarget }) => {
        asker.current = currentTarget;
        setAsked(move);
      }}
    >
      {desk(`${wordsOf(insurer, move)}.open`)}
    </Button>
  );
  return (
    <div className="grid gap-3">
      {shared.length === 0 ? null : (
        <fieldset aria-label={t("moves")} className="flex flex-wrap gap-1.5">
          {shared.map(button)}
        </fieldset>
      )}
      {targets.length === 0 ? null : (
        <details className="group">
          <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm text-sm text-link">
            <ChevronDown aria-hidden className="size-4 -rotate-90 transition-transform group-open:rotate-0" />
            {t("targets", { count: targets.length })}
          </summary>
          <ul className="mt-2 grid divide-y rounded-lg border">
            {targets.map((target) => (
              <li key={target} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
                <span className="min-w-0 text-sm [overflow-wrap:anywhere]">
                  <Target insurer={insurer} id={target} />
                </span>
                <span className="flex flex-wrap gap-1.5">{offered.filter((move) => move.target === target).map(button)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {chosen === undefined ? null : (
        <ActionDialog
          claim={insurer}
          action={chosen}
          send={send}
          close={() => setAsked(undefined)}
          onLost={() => setAsked(undefined)}
          restoreFocus={() => asker.current instanceof HTMLElement && asker.current.focus()}
          renderError={(error) => (
            <Alert tone="danger" role="alert">
              {say(error)}
            </Alert>
          )}
        />
      )}
    </div>
  );
}

/** The document by its type, or the settlement by its kind and amount. */
function Target({ insurer: { documents, settlements }, id }: { insurer: Insurer; id: string }) {
  const t = useTranslations("claims.settlements.types");
  const settlement = settlements.find((one) => one.id === id);
  if (settlement === undefined) return documents.find((one) => one.id === id)?.type;
  return (
    <>
      {t(settlement.type)} · <Money euros={eurosFromCents(settlement.amountCents)} />
    </>
  );
}

function Scenarios({ insurer }: { insurer: Insurer }) {
  const t = useTranslations("sandbox.insurer");
  const client = useQueryClient();
  const say = useErrorText();
  const [isAsking, setIsAsking] = useState(false);
  const [latest] = insurer.scenarios;
  const isRunning = latest?.status === "running";
  const played = latest === undefined ? undefined : `${latest.status} ${latest.made}`;
  const isOpen = insurer.status === "submitted" || insurer.status === "in_progress" || insurer.status === "pending_info";
  // An action changes the claim, its history and other parts of the page.
  useEffect(() => {
    if (played !== undefined) void client.invalidateQueries({ queryKey: claims });
  }, [client, played]);

  async function start(name: ScenarioName) {
    setIsAsking(true);
    try {
      await api.sandbox.startScenario.mutate({ environment: "development", id: insurer.id, name });
    } catch (error) {
      notify("error", say(error));
    }
    await client.invalidateQueries();
    setIsAsking(false);
  }

  if (!isOpen && latest === undefined) return null;
  return (
    <div className="grid gap-2 border-t pt-4">
      <p className="text-sm font-medium">{t("scenarios")}</p>
      {isOpen && !isRunning ? (
        <div className="flex flex-wrap gap-1.5">
          {scenarioNames.map((name) => (
            <Button
              key={name}
              size="sm"
              variant="secondary"
              disabled={isAsking}
              onClick={() => void start(name)}
              title={t(`hints.${name}`)}
              icon={Play}
            >
              {t(`names.${name}`)}
            </Button>
          ))}
        </div>
      ) : null}
      {latest === undefined ? null : (
        <p aria-live="polite" className="flex flex-wrap items-center gap-2 text-sm">
          {isRunning ? <LoaderCircle aria-hidden className="size-4 animate-spin text-environment-text" /> : null}
          {t(`names.${latest.name}`)}
          <Badge tone={latest.status === "stopped" ? "warning" : latest.status === "done" ? "success" : "info"}>
            {t(`states.${latest.status}`, { made: latest.made, all: latest.steps.length })}
          </Badge>
          {latest.stoppedBy === null ? null : <span className="text-muted-foreground">{latest.stoppedBy}</span>}
        </p>
      )}
    </div>
  );
}

"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { useId, useState } from "react";
import type { ReactNode, SyntheticEvent } from "react";
import { moveDates } from "#components/docs/example-dates.ts";
import type { Tried, Trying } from "#components/docs/try-it.tsx";
import { api } from "#components/portal/api.ts";
import type { Answer } from "#components/portal/api.ts";
import { JsonView } from "#components/portal/json-view.tsx";
import { HttpStatus } from "#components/portal/status-badge.tsx";
import { useFailureText } from "#components/portal/use-failure-text.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { Textarea } from "#components/ui/textarea.tsx";

/** The renter of the documentation's examples, whose place one of the owner's own takes. */
const sampleRenter = "renter-lyon";

type Values = Record<string, string>;

/** The dialog of TryIt, which loads it when it is first asked for. */
export function TryItDialog({ trigger, tried, trying }: { trigger: ReactNode; tried: Tried; trying: Trying }) {
  const t = useTranslations("shell.tryIt");
  const say = useFailureText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(true);
  const { operation, method, path } = tried;
  const example = withRenter(moveDates(tried.example, trying.clockOffsetMs), trying.renterUid);
  const slots = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const [params, setParams] = useState<Values>(() => Object.fromEntries(slots.map((name) => [name, example.params?.[name] ?? ""])));
  const [query, setQuery] = useState<Values>(() => ({ ...example.query }));
  const [body, setBody] = useState(() => (example.body === undefined ? "" : JSON.stringify(example.body, null, 2)));
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [answered, setAnswered] = useState<Answer<"/[environment]/examples", "POST">>();

  async function send(event: SyntheticEvent) {
    event.preventDefault();
    setFailure(undefined);
    const parsed = parse(body);
    if (parsed === invalid) return setFailure(t("invalidJson"));
    setIsBusy(true);
    try {
      const request = { operation, params, query, ...(parsed !== undefined && { body: parsed }) };
      setAnswered(await api("POST", "/[environment]/examples", { params: { environment: "development" }, body: request }));
    } catch (error) {
      setFailure(say(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent className="max-w-3xl">
        <DialogHeader>
          <DialogTitle className="font-mono text-lg [overflow-wrap:anywhere]">
            {method} /v2{path}
          </DialogTitle>
          <DialogDescription>{t("description")}</DialogDescription>
        </DialogHeader>
        {/* Nothing typed is lost where the session is over: the dialog stays. */}
        <form className="grid gap-4" onSubmit={(event) => void send(event)}>
          <Fields values={params} onChange={setParams} isRequired />
          <Fields values={query} onChange={setQuery} />
          {example.body === undefined ? null : (
            <div className="grid gap-1.5">
              <Label htmlFor={`${id}-body`}>{t("body")}</Label>
              <Textarea
                id={`${id}-body`}
                rows={Math.min(16, body.split("\n").length)}
                spellCheck={false}
                className="font-mono text-sm"
                value={body}
                onChange={(event) => setBody(event.target.value)}
              />
            </div>
          )}
          {failure === undefined ? null : (
            <Alert tone="danger" role="alert">
              {failure}
            </Alert>
          )}
          <Button type="submit" disabled={isBusy} className="justify-self-start">
            {isBusy ? t("sending") : t("send")}
          </Button>
        </form>
        {answered === undefined ? null : (
          <section aria-label={t("response")} aria-live="polite" className="grid min-w-0 gap-3">
            <p className="flex flex-wrap items-center gap-3">
              <HttpStatus status={answered.status} />
              <Link href={`/development/calls/${answered.executionId}`} className="text-link hover:underline">
                {t("call")}
              </Link>
            </p>
            {answered.text === "" ? null : <JsonView text={answered.text} what={t("response")} />}
          </section>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Fields({ values, onChange, isRequired = false }: { values: Values; onChange: (values: Values) => void; isRequired?: boolean }) {
  const id = useId();
  const names = Object.keys(values);
  if (names.length === 0) return null;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {names.map((name) => (
        <div key={name} className="grid min-w-0 gap-1.5">
          <Label htmlFor={`${id}-${name}`} className="font-mono">
            {name}
          </Label>
          <Input
            id={`${id}-${name}`}
            value={values[name] ?? ""}
            required={isRequired}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange({ ...values, [name]: event.target.value })}
          />
        </div>
      ))}
    </div>
  );
}

const invalid = Symbol("no JSON");

function parse(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return invalid;
  }
}

function withRenter(example: Tried["example"], uid: string | undefined): Tried["example"] {
  if (uid === undefined) return example;
  return JSON.parse(JSON.stringify(example).replaceAll(JSON.stringify(sampleRenter), () => JSON.stringify(uid))) as Tried["example"];
}

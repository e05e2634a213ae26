"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode, SyntheticEvent } from "react";
import type { CreatedObject } from "#components/docs/guides/guide-step.ts";
import { MadeText, useMadeWords, useNextPart } from "#components/docs/step-result.tsx";
import { api } from "#components/kit/api/api.ts";
import type { Answers } from "#components/kit/api/api.ts";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { HttpStatus } from "#components/kit/facts/status-badge.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { Link } from "#components/ui/link.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { Example } from "#lib/platform/wire/endpoint.ts";

export interface Operation {
  id: string;
  method: string;
  path: string;
}

export interface TryRequest {
  operation: Operation;
  /** The step of a guide that it is, after which the dialog leads on to the next one. */
  step?: string;
  makeExample: () => Example;
  /** A note to read before sending. */
  note?: string | undefined;
  onSuccess?: (answer: unknown, executionId: string) => CreatedObject;
}

type Values = Record<string, string>;
type Answered = Answers["recipes"]["tryOperation"];

/** The dialog of "Try it", loaded on first use. Opened again, it starts with the values known by then. */
export function TryItDialog({ trigger, ...request }: { trigger: ReactNode } & TryRequest) {
  const t = useTranslations("tryIt");
  const [isOpen, setIsOpen] = useState(true);
  const goesOn = useRef(false);
  const next = useNextPart(request.step);
  const { method, path } = request.operation;

  /** The dialog gives the focus back to its button, or to the next step. */
  function goOn(event: Event) {
    if (!goesOn.current || next === undefined) return;
    goesOn.current = false;
    event.preventDefault();
    focusSection(next.section);
  }

  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent className="max-w-3xl" onCloseAutoFocus={goOn}>
        <DialogHeader
          title={`${method} /v2${path}`}
          titleClassName="font-mono text-lg [overflow-wrap:anywhere]"
          description={t("description")}
        />
        <RequestForm
          {...request}
          next={
            next && (
              <DialogClose asChild>
                <Button className="h-auto min-h-9 max-w-full text-left whitespace-normal" onClick={() => (goesOn.current = true)}>
                  {t("nextStep", { title: next.title })}
                  <ArrowRight aria-hidden />
                </Button>
              </DialogClose>
            )
          }
        />
      </DialogContent>
    </Dialog>
  );
}

/** Shows a section of the guide, and focuses its "Try it", or else its heading. */
function focusSection(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView();
  const heading = section?.querySelector("h2");
  if (heading) heading.tabIndex = -1;
  (section?.querySelector<HTMLElement>("[data-try]") ?? heading)?.focus({ preventScroll: true });
}

/** The editable request with its answer. Nothing typed is lost at the end of the session, since the dialog stays open. */
function RequestForm({ operation: { id: operation, path }, makeExample, note, onSuccess, next }: TryRequest & { next: ReactNode }) {
  const t = useTranslations("tryIt");
  const say = useErrorText();
  const id = useId();
  const [example] = useState(makeExample);
  const slots = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const [params, setParams] = useState<Values>(() => Object.fromEntries(slots.map((name) => [name, example.params?.[name] ?? ""])));
  const [query, setQuery] = useState<Values>(() => ({ ...example.query }));
  const [body, setBody] = useState(() => (example.body === undefined ? "" : JSON.stringify(example.body, null, 2)));
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [answered, setAnswered] = useState<Answered>();
  const [created, setMade] = useState<CreatedObject>();
  const madeWords = useMadeWords(created);

  async function send(event: SyntheticEvent) {
    event.preventDefault();
    setError(undefined);
    const parsed = parse(body);
    if (parsed === invalid) return setError(t("invalidJson"));
    setIsBusy(true);
    try {
      const request = { operation, params, query, ...(parsed !== undefined && { body: parsed }) };
      const answer = await api.recipes.tryOperation.mutate({ environment: "development", ...request });
      setAnswered(answer);
      setMade(answer.status < 300 ? onSuccess?.(parse(answer.text), answer.executionId) : undefined);
    } catch (thrown) {
      setError(say(thrown));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      {note === undefined ? null : <Alert tone="warning">{note}</Alert>}
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
        {error === undefined ? null : (
          <Alert tone="danger" role="alert">
            {error}
          </Alert>
        )}
        <Button type="submit" disabled={isBusy} className="justify-self-start">
          {isBusy ? t("sending") : t("send")}
        </Button>
      </form>
      {/* There from the beginning, so that screen readers tell what comes into it. */}
      <output className="sr-only">{answered === undefined ? null : `${t("answered", { status: answered.status })} ${madeWords}`}</output>
      {answered === undefined ? null : <Response key={answered.executionId} answered={answered} made={created} next={next} />}
    </>
  );
}

/** Scrolls into view, since it may be below a long request. */
function Response({ answered, made: created, next }: { answered: Answered; made: CreatedObject | undefined; next: ReactNode }) {
  const t = useTranslations("tryIt");
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section ref={section} aria-label={t("response")} className="grid min-w-0 scroll-mt-4 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <HttpStatus status={answered.status} />
        {created && <MadeText made={created} />}
        <Link href={`/development/calls/${answered.executionId}`} className="text-link hover:underline">
          {t("call")}
        </Link>
        {created && <div className="ml-auto min-w-0">{next}</div>}
      </div>
      {answered.text === "" ? null : <JsonView text={answered.text} what={t("response")} />}
    </section>
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

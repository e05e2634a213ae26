"use client";

import { Fingerprint } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { RefObject, SyntheticEvent } from "react";
import { PasswordInput } from "#components/auth/password-input.tsx";
import { signWithPasskey } from "#components/auth/webauthn.ts";
import { Field } from "#components/kit/form/field.tsx";
import { FormError } from "#components/kit/form/form.tsx";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import type { PasskeyRequest } from "#lib/account/users/passkeys.ts";
import type { Reauthentication, SecondStep } from "#lib/account/users/schema.ts";

type Proof = SecondStep | Reauthentication;
export type ProofMethod = "passkey" | "code" | "recoveryCode" | "password";

/** Asks for one proof of identity, and offers the other methods below. */
export function ProofForm({
  methods,
  labelledBy,
  askPasskey,
  send,
}: {
  /** Id of the heading that states the purpose: it is read out with the focused field. */
  labelledBy?: string;
  methods: readonly ProofMethod[];
  /** Requests the challenge for a passkey. */
  askPasskey: () => Promise<PasskeyRequest>;
  send: (proof: Proof) => Promise<void>;
}) {
  const t = useTranslations("identity");
  const [method, setMethod] = useState(methods[0] ?? "password");
  const [text, setText] = useState("");
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);

  const form = useRef<HTMLFormElement>(null);

  function choose(other: ProofMethod) {
    setMethod(other);
    setText("");
    setError(undefined);
  }

  async function prove(event: SyntheticEvent) {
    event.preventDefault();
    setError(undefined);
    setIsBusy(true);
    try {
      const proof = method === "passkey" ? { passkey: await signWithPasskey(await askPasskey()) } : { [method]: text };
      await send(proof as Proof);
    } catch (thrown) {
      setError(thrown);
      setText("");
      setIsBusy(false);
      focusFirst(form.current);
    }
  }

  return (
    <div className="grid gap-5">
      <form ref={form} noValidate method="post" aria-labelledby={labelledBy} className="grid gap-4" onSubmit={(event) => void prove(event)}>
        <FocusFirst key={`focus ${method}`} form={form} />
        <FormError error={error} />
        {method === "passkey" ? <p className="text-muted-foreground">{t("passkey.hint")}</p> : null}
        {method === "passkey" ? null : (
          <Field key={method} label={t(`${method}.label`)} hint={t(`${method}.hint`)}>
            {(control) => <ProofInput {...control} method={method} value={text} onChange={setText} />}
          </Field>
        )}
        <Button type="submit" size="lg" className="text-base" disabled={isBusy || !isReady(method, text)}>
          {method === "passkey" ? <Fingerprint aria-hidden /> : null}
          {t(isBusy ? "checking" : method === "passkey" ? "passkey.confirm" : "confirm")}
        </Button>
      </form>
      <ul className="grid gap-1.5 empty:hidden">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <li key={other}>
              <Button variant="link" className="h-auto p-0" disabled={isBusy} onClick={() => choose(other)}>
                {t(`instead.${other}`)}
              </Button>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Focuses the first field, at first and after a change of method, when the pressed button is gone. */
function FocusFirst({ form }: { form: RefObject<HTMLFormElement | null> }) {
  useEffect(() => focusFirst(form.current), [form]);
  return null;
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("input, button[type=submit]")?.focus();
}

function ProofInput({
  method,
  value,
  onChange,
  ...control
}: {
  id: string;
  method: Exclude<ProofMethod, "passkey">;
  value: string;
  onChange: (value: string) => void;
}) {
  const own = { ...control, value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) };
  if (method === "password") return <PasswordInput {...own} autoComplete="current-password" />;
  if (method === "recoveryCode") {
    return <Input {...own} autoComplete="off" autoCapitalize="none" spellCheck={false} className="font-mono" />;
  }
  return <CodeInput {...own} />;
}

function isReady(method: ProofMethod, text: string): boolean {
  return method === "passkey" || (method === "code" ? isCode(text) : text.trim() !== "");
}

/** True for a possible code of an authenticator app; some apps show it in two groups. */
export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text.replaceAll(/\s/g, ""));
}

/** Phones offer digits for it, and password managers fill in the code. */
export function CodeInput(props: { id: string; value: string; onChange: (event: { target: { value: string } }) => void }) {
  return <Input {...props} inputMode="numeric" autoComplete="one-time-code" maxLength={8} className="font-mono tracking-widest" />;
}

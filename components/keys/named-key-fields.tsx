"use client";

import { useFormatter, useTranslations } from "next-intl";
import { CheckboxChoices } from "#components/kit/form/checkbox-choices.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { maxKeyNameLength } from "#lib/account/keys/schema.ts";
import { withFirst } from "#lib/platform/i18n/moments.ts";
import { rights } from "#lib/platform/wire/rights.ts";
import type { Right } from "#lib/platform/wire/rights.ts";

/** `read` first: further rights are given on purpose. */
export const rightKinds = ["read", "resources", "full"] as const;
export const lifetimes = ["none", "30", "90", "365"] as const;

export interface KeyFields {
  name: string;
  kind: (typeof rightKinds)[number];
  /** The rights of `resources`. */
  chosen: Right[];
  /** `kept` leaves the expiry of a key as it is. */
  lifetime: (typeof lifetimes)[number] | "kept";
}

export const emptyFields: KeyFields = { name: "", kind: "read", chosen: [], lifetime: "none" };

export function isComplete({ name, kind, chosen }: KeyFields): boolean {
  return name.trim() !== "" && (kind !== "resources" || chosen.length > 0);
}

export function rightsOf({ kind, chosen }: KeyFields): Right[] {
  return kind === "resources" ? chosen : [kind];
}

const resourceRights = rights.filter((right) => right.includes(":"));

/** The name, rights and lifetime of a named key. `expiresAt` is that of a key that is changed, if it has one. */
export function NamedKeyFields({
  value,
  expiresAt,
  onChange,
}: {
  value: KeyFields;
  expiresAt?: Date | null;
  onChange: (value: KeyFields) => void;
}) {
  const t = useTranslations("keys.named");
  const format = useFormatter();
  const offered = expiresAt ? (["kept", ...lifetimes] as const) : lifetimes;
  const labelOf = (lifetime: KeyFields["lifetime"]) => {
    if (lifetime === "none") return t("never");
    if (lifetime !== "kept") return t("days", { days: Number(lifetime) });
    return t("kept", { day: expiresAt ? withFirst(format.dateTime(expiresAt, { day: "numeric", month: "short", year: "numeric" })) : "" });
  };
  const set = (changed: Partial<KeyFields>) => onChange({ ...value, ...changed });
  return (
    <div className="grid gap-4">
      <Field label={t("name")} hint={t("nameHint")}>
        {(control) => (
          <Input
            {...control}
            value={value.name}
            maxLength={maxKeyNameLength}
            autoComplete="off"
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("rights")} hint={t(`kindHints.${value.kind}`)}>
        {(control) => (
          <NativeSelect
            {...control}
            value={value.kind}
            onChange={(event) => set({ kind: rightKinds.find((kind) => kind === event.target.value) ?? "read" })}
          >
            {rightKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kinds.${kind}`)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {value.kind === "resources" ? (
        <CheckboxChoices
          legend={t("resources")}
          choices={resourceRights.map((right) => ({ value: right, label: right }))}
          value={value.chosen}
          onChange={(chosen) => set({ chosen })}
          warning={t("noRight")}
        />
      ) : null}
      <Field label={t("expiry")}>
        {(control) => (
          <NativeSelect
            {...control}
            value={value.lifetime}
            onChange={(event) => set({ lifetime: offered.find((lifetime) => lifetime === event.target.value) ?? "none" })}
          >
            {offered.map((lifetime) => (
              <option key={lifetime} value={lifetime}>
                {labelOf(lifetime)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </div>
  );
}

import { readFileSync } from "node:fs";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { findReplaced } from "#lib/insurance/prices/effect.ts";
import type { FigureChange } from "#lib/insurance/prices/figures.ts";
import { readPriceFile } from "#lib/insurance/prices/file.ts";
import type { TariffFileError, PriceList } from "#lib/insurance/prices/file.ts";
import { check, exportVersion, listVersions } from "#lib/insurance/prices/overview.ts";
import { assertConfirmed, publish } from "#lib/insurance/prices/publish.ts";
import { simulate } from "#lib/insurance/prices/simulate.ts";
import { withdrawAtOnce } from "#lib/insurance/prices/withdraw.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import en from "#lib/platform/i18n/messages/en/prices.json" with { type: "json" };
import { decodeSheet } from "#lib/platform/text/read-csv.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import { fields, table } from "#scripts/admin/text.ts";

export async function listTariffs(ctx: OperatorContext): Promise<Answer> {
  const { versions, proposals } = await listVersions(ctx);
  const rows = versions.map(({ id, name, version, state, effectiveFrom }) => [id, name, version, state, effectiveFrom]);
  return { data: { versions, proposals }, text: table([["ID", "NAME", "VERSION", "STATE", "EFFECTIVE"], ...rows]) };
}

export async function exportTariff(ctx: OperatorContext, id: string, { format }: { format: "json" | "csv" }): Promise<Answer> {
  const text = await exportVersion(ctx, id, format);
  return { data: { file: text }, text: text.trimEnd() };
}

export interface EffectiveOption {
  effective?: Date;
}

export async function checkTariff(ctx: OperatorContext, path: string, { effective }: EffectiveOption): Promise<Answer> {
  const checked = await check(ctx, readFileSync(path, "utf8"), effective ?? null);
  if ("errors" in checked) throw errorOf(checked.errors);
  const { list, changes, fallBack } = checked;
  const text = [`${list.name} ${list.version} has no problems.`, changeTable(changes, "No figure changes.")];
  if (fallBack !== null && fallBack.changes.length > 0) {
    text.push(
      `Version ${fallBack.version} ends these changes at ${fallBack.effectiveFrom.toISOString()}:`,
      changeTable(fallBack.changes, ""),
    );
  }
  return { data: { name: list.name, version: list.version, changes, fallBack }, text: text.join("\n") };
}

function changeTable(changes: readonly FigureChange[], none: string): string {
  const rows = changes.map(({ path, before, after }) => [path, before, after]);
  return rows.length === 0 ? none : table([["FIGURE", "BEFORE", "AFTER"], ...rows]);
}

export async function simulateTariff(ctx: OperatorContext, path: string, { effective }: EffectiveOption): Promise<Answer> {
  const list = readList(path);
  const data = await simulate(list, (await findReplaced(list.name, effective ?? null))?.rates ?? list.rates, ctx.now);
  const { todayCents, contracts, beforeCents, afterCents, largest, renters } = data;
  return {
    data,
    text: [
      fields({ contracts, "sum before": euros(beforeCents), "sum after": euros(afterCents), "paid today": euros(todayCents) }),
      table([
        ["RENTER", "CONTRACTS", "BEFORE", "AFTER"],
        ...renters.map((row) => [row.renter ?? row.uid, row.contracts, euros(row.beforeCents), euros(row.afterCents)]),
      ]),
      table([["LARGEST CHANGES", "BEFORE", "AFTER"], ...largest.map((row) => [row.cid, euros(row.beforeCents), euros(row.afterCents)])]),
    ].join("\n\n"),
  };
}

export interface PublishOptions {
  effective: Date;
  reason: string;
  /** New figures that change by more than half, by their paths. */
  confirm: Record<string, number>;
}

export async function publishTariff(ctx: OperatorContext, path: string, { effective, reason, confirm }: PublishOptions): Promise<Answer> {
  const list = { ...readList(path), effectiveFrom: effective };
  await assertConfirmed(list, confirm);
  const { id, name, version, effectiveFrom } = await publish(ctx, list, reason);
  return { data: { id, name, version, effectiveFrom }, text: `${name} ${version} (${id}) takes effect at ${effectiveFrom.toISOString()}.` };
}

export async function withdrawTariff(ctx: OperatorContext, tariffId: string, { reason }: { reason: string }): Promise<Answer> {
  const { id, name, version } = await withdrawAtOnce(ctx, tariffId, reason);
  return { data: { id, name, version }, text: `${name} ${version} (${id}) is withdrawn.` };
}

function readList(path: string): PriceList {
  const read = readPriceFile(decodeSheet(readFileSync(path)));
  if ("errors" in read) throw errorOf(read.errors);
  return read.list;
}

/** Says each problem of a file with its place. */
function errorOf(problems: readonly TariffFileError[]): UserError {
  const lines = problems.map(({ place, error, values }) => `${placeOf(place)}${sentenceOf(error, values)}`);
  return new UserError(lines.join("\n"), { key: "tariffFaulty" });
}

/** CSV has lines, and JSON paths. */
function placeOf(place: string): string {
  return place === "" ? "" : /^\d+$/.test(place) ? `line ${place}: ` : `${place} `;
}

function sentenceOf(error: TariffFileError["error"], values: TariffFileError["values"]): string {
  return en.faults[error].replaceAll(/\{(\w+)[^}]*\}/g, (_all, name: "found" | "min" | "max") => String(values?.[name] ?? ""));
}

const euros = (cents: number) => (cents / 100).toFixed(2);

import { readFileSync } from "node:fs";
import type { OperatorContext } from "#lib/context.ts";
import { Refusal } from "#lib/errors/refusal.ts";
import en from "#lib/i18n/messages/en/prices.json" with { type: "json" };
import { readPriceFile } from "#lib/tariffs/file.ts";
import type { FileProblem, PriceList } from "#lib/tariffs/file.ts";
import { check, exportVersion, listVersions } from "#lib/tariffs/overview.ts";
import { publish } from "#lib/tariffs/publish.ts";
import { simulate } from "#lib/tariffs/simulate.ts";
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

export async function checkTariff(ctx: OperatorContext, path: string): Promise<Answer> {
  const checked = await check(ctx, readFileSync(path, "utf8"));
  if ("problems" in checked) throw refusalOf(checked.problems);
  const { list, changes } = checked;
  const rows = changes.map(({ path: figure, before, after }) => [figure, before, after]);
  const difference = rows.length === 0 ? "No figure changes." : table([["FIGURE", "BEFORE", "AFTER"], ...rows]);
  return {
    data: { name: list.name, version: list.version, changes },
    text: `${list.name} ${list.version} has no problems.\n${difference}`,
  };
}

export async function simulateTariff(ctx: OperatorContext, path: string): Promise<Answer> {
  const { name, rates } = readList(path);
  const data = await simulate(name, rates, ctx.now);
  const { contracts, beforeCents, afterCents, largest, renters } = data;
  return {
    data,
    text: [
      fields({ contracts, "sum before": euros(beforeCents), "sum after": euros(afterCents) }),
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
}

export async function publishTariff(ctx: OperatorContext, path: string, { effective, reason }: PublishOptions): Promise<Answer> {
  const { id, name, version, effectiveFrom } = await publish(ctx, { ...readList(path), effectiveFrom: effective }, reason);
  return { data: { id, name, version, effectiveFrom }, text: `${name} ${version} (${id}) takes effect at ${effectiveFrom.toISOString()}.` };
}

function readList(path: string): PriceList {
  const read = readPriceFile(readFileSync(path, "utf8"));
  if ("problems" in read) throw refusalOf(read.problems);
  return read.list;
}

/** Says each problem of a file with its place. */
function refusalOf(problems: readonly FileProblem[]): Refusal {
  const lines = problems.map(({ place, fault, values }) => `${placeOf(place)}${sentenceOf(fault, values)}`);
  return new Refusal(lines.join("\n"), { key: "tariffFaulty" });
}

/** CSV has lines, and JSON paths. */
function placeOf(place: string): string {
  return place === "" ? "" : /^\d+$/.test(place) ? `line ${place}: ` : `${place} `;
}

function sentenceOf(fault: FileProblem["fault"], values: FileProblem["values"]): string {
  return en.faults[fault].replaceAll(/\{(\w+)[^}]*\}/g, (_all, name: "found" | "min" | "max") => String(values?.[name] ?? ""));
}

const euros = (cents: number) => (cents / 100).toFixed(2);

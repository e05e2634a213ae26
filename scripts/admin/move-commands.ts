import { readFileSync } from "node:fs";
import type { OperatorContext } from "#lib/context.ts";
import type { Totals } from "#lib/moves/contents.ts";
import { exportPartner } from "#lib/moves/export.ts";
import { finishMove } from "#lib/moves/finish.ts";
import { giveMoveUp } from "#lib/moves/freeze.ts";
import { importPartner } from "#lib/moves/import.ts";
import { MoveRefused } from "#lib/moves/refused.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import { fields } from "#scripts/admin/text.ts";
import type { Cell } from "#scripts/admin/text.ts";

export interface ImportOptions {
  passphraseFile: string;
}

export interface ExportOptions extends ImportOptions {
  reason: string;
}

/** The file holds everything of a partner, its keys among it. */
const minPassphrase = 20;

export async function exportToFile(ctx: OperatorContext, idOrName: string, file: string, options: ExportOptions): Promise<Answer> {
  const exported = await exportPartner(ctx, idOrName, { file, passphrase: readPassphrase(options), reason: options.reason });
  const { partner, bytes, sha256 } = exported;
  return {
    data: exported,
    text: `${partner.name} is frozen here, and is in ${file}. Import it in the other installation, or give the move up.\n${fields({ bytes, "SHA-256": sha256, ...describe(exported) })}`,
  };
}

export async function importFromFile(ctx: OperatorContext, file: string, options: ImportOptions): Promise<Answer> {
  const imported = await importPartner(ctx, { file, passphrase: readPassphrase(options) });
  const kept =
    imported.kept.length === 0 ? "" : `\nThese were here, with other content, and stay as they are here: ${imported.kept.join(", ")}.`;
  return {
    data: imported,
    text: `${imported.partner.name} works here now. Route its keys here, then finish the move in the other installation.\n${fields({ "keys begin with": imported.keys, ...describe(imported) })}${kept}`,
  };
}

export async function finish(ctx: OperatorContext, idOrName: string, { reason }: { reason: string }): Promise<Answer> {
  const { id, name } = await finishMove(ctx, idOrName, reason);
  return {
    data: { partnerId: id, status: "moved" },
    text: `${name} has moved. Nothing of it is left here but its name and the audit log.`,
  };
}

export async function giveUp(ctx: OperatorContext, idOrName: string, { reason }: { reason: string }): Promise<Answer> {
  const { id, name } = await giveMoveUp(ctx, idOrName, reason);
  return { data: { partnerId: id, status: "active" }, text: `${name} works here again. Delete the file of the export.` };
}

function readPassphrase({ passphraseFile }: ImportOptions): string {
  let passphrase: string;
  try {
    passphrase = readFileSync(passphraseFile, "utf8").trim();
  } catch (error) {
    throw new MoveRefused(`the passphrase cannot be read from ${passphraseFile}`, { cause: error });
  }
  if (passphrase.length < minPassphrase) throw new MoveRefused(`the passphrase needs at least ${minPassphrase} characters`);
  return passphrase;
}

function describe({ rows, files, missingFiles, ledgerCents }: Totals): Record<string, Cell> {
  const described: Record<string, Cell> = { files };
  if (missingFiles > 0) described["missing files"] = missingFiles;
  for (const [name, count] of Object.entries(rows)) if (count > 0) described[name] = count;
  for (const [environment, cents] of Object.entries(ledgerCents)) described[`ledger, ${environment}`] = `${(cents / 100).toFixed(2)} EUR`;
  return described;
}

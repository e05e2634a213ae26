import type { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { fileTypeFromBuffer } from "file-type";
import { db } from "#db/client.ts";
import { strayFiles } from "#db/schema/claims.ts";
import { logoTypes } from "#db/schema/enums.ts";
import { partners, renters } from "#db/schema/partners.ts";
import type { Logo } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { maxLogoBytes } from "#lib/account/worlds/brand-logo.ts";
import type { LogoChange, LogoOwner } from "#lib/account/worlds/brand.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { getFile, putFile } from "#lib/platform/files/storage.ts";
import { newId } from "#lib/platform/ids.ts";

/**
 * Sets the logo on the page of a claim link, or takes it away. Refused where the content is no PNG, JPEG or WebP,
 * or larger than `maxLogoBytes`; throws NotFound, StorageUnavailable.
 */
export async function changeLogo(ctx: SupportContext, { content, ...owner }: LogoChange): Promise<void> {
  const logo = content === null ? null : await storeLogo(ctx, Buffer.from(content, "base64"));
  await db.transaction(async (tx) => {
    const { table, isOwner } = placeOf(owner);
    const [before] = await tx.select({ logo: table.logo }).from(table).where(isOwner).for("no key update");
    if (before === undefined) throw noOwner(owner);
    await tx.update(table).set({ logo }).where(isOwner);
    if (logo !== null) await tx.delete(strayFiles).where(eq(strayFiles.storageKey, logo.storageKey));
    // The sweep deletes the file that was replaced.
    if (before.logo !== null) await tx.insert(strayFiles).values({ storageKey: before.logo.storageKey, since: ctx.now });
    const details = logo === null ? { removed: true } : { mimeType: logo.mimeType, sizeBytes: logo.sizeBytes };
    await recordAudit(tx, ctx, {
      action: owner.kind === "renter" ? "renter.logoChanged" : "partner.logoChanged",
      subjectId: owner.id,
      details,
    });
  });
}

/** Stores a file that the sweep finds if this process dies. */
async function storeLogo(ctx: SupportContext, content: Buffer): Promise<Logo> {
  const detected = (await fileTypeFromBuffer(content))?.mime;
  const mimeType = logoTypes.find((type) => type === detected);
  if (mimeType === undefined) throw new UserError(`the content is ${detected ?? "of no known type"}`, { key: "logoType" });
  if (content.byteLength > maxLogoBytes) {
    throw new UserError("the logo is too large", { key: "logoSize", values: { most: maxLogoBytes / 1000 } });
  }
  const logo = { storageKey: `logos/${newId("logo")}`, mimeType, sizeBytes: content.byteLength };
  await db.insert(strayFiles).values({ storageKey: logo.storageKey, since: ctx.now });
  await putFile(logo.storageKey, asChunks(content), logo);
  return logo;
}

async function* asChunks(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Opens a logo for support; throws NotFound if there is none. */
export async function openLogoForSupport(_ctx: SupportContext, owner: LogoOwner): Promise<OpenedLogo> {
  const { table, isOwner } = placeOf(owner);
  const [row] = await db.select({ logo: table.logo }).from(table).where(isOwner);
  if (row === undefined || row.logo === null) throw noOwner(owner);
  return openLogo(row.logo);
}

export interface OpenedLogo extends Omit<Logo, "storageKey"> {
  content: Readable;
  disposition: string;
}

/** Opens a stored logo, with the type that its content had when it was stored. Throws StorageUnavailable. */
export async function openLogo({ storageKey, mimeType, sizeBytes }: Logo): Promise<OpenedLogo> {
  return { content: await getFile(storageKey), mimeType, sizeBytes, disposition: "inline" };
}

function placeOf({ kind, id }: LogoOwner): { table: typeof renters | typeof partners; isOwner: SQL } {
  return kind === "renter" ? { table: renters, isOwner: eq(renters.uid, id) } : { table: partners, isOwner: eq(partners.id, id) };
}

function noOwner({ kind, id }: LogoOwner): NotFound {
  return kind === "renter"
    ? new NotFound(`there is no renter ${id}`, { key: "noRenter", values: { uid: id } })
    : new NotFound(`there is no partner ${id}`, { key: "noPartner" });
}

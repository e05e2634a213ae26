import { db } from "#db/client.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PortalContext, World } from "#lib/context.ts";
import { lockWorkingKey } from "#lib/keys/lock-working.ts";
import type { RevealPurpose } from "#lib/keys/schema.ts";
import { decryptKeyText } from "#lib/keys/secrets.ts";
import { assertOwner, assertRecentlyAuthenticated } from "#lib/users/guards.ts";

type KeyContext = PortalContext & { world: Pick<World, "environment"> };

/** What each purpose is called in the audit log. */
const actions = { reveal: "key.revealed", copy: "key.copied" } as const satisfies Record<RevealPurpose, string>;

/**
 * A working key of this world in full, to be shown or copied (portal.md § Partner side, API keys). Who had it, when and from
 * where is noted in the same transaction: what cannot be noted is not told.
 */
export async function reveal(ctx: KeyContext, keyId: string, purpose: RevealPurpose): Promise<{ text: string }> {
  assertOwner(ctx);
  if (ctx.world.environment === "production") assertRecentlyAuthenticated(ctx);
  return db.transaction(async (tx) => {
    const { id, preview, ciphertext } = await lockWorkingKey(tx, ctx, keyId);
    await noteAudit(tx, ctx, { action: actions[purpose], subjectId: id, details: { preview } });
    return { text: decryptKeyText(ciphertext, id) };
  });
}

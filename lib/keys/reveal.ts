import { db } from "#db/client.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PortalContext } from "#lib/context.ts";
import { lockWorkingKey } from "#lib/keys/lock-working.ts";
import type { RevealPurpose } from "#lib/keys/schema.ts";
import { decryptKeyText } from "#lib/keys/secrets.ts";
import { assertOwner } from "#lib/users/guards.ts";

/** What each purpose is called in the audit log. */
const actions = { reveal: "key.revealed", copy: "key.copied" } as const satisfies Record<RevealPurpose, string>;

/**
 * A working key of this world in full, to be shown or copied (portal.md § Partner side, API keys). Who had it, when and from
 * where is noted in the same transaction: what cannot be noted is not told.
 */
export async function reveal(ctx: PortalContext, keyId: string, purpose: RevealPurpose): Promise<{ text: string }> {
  assertOwner(ctx);
  return db.transaction(async (tx) => {
    const { id, preview, ciphertext } = await lockWorkingKey(tx, ctx, keyId);
    await noteAudit(tx, ctx, { action: actions[purpose], subjectId: id, details: { preview } });
    return { text: decryptKeyText(ciphertext, id) };
  });
}

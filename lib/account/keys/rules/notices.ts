import type { Environment } from "#lib/platform/environments.ts";

export interface NoticedKey {
  id: string;
  /** Null for the key of the environment. */
  name: string | null;
  environment: Environment;
  preview: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  revokedReason: string | null;
}

interface EndedKey {
  preview: string;
  endsAt: Date;
  reason: string | null;
}

export type KeyNotice = { at: Date; environment: Environment; keyId: string } & (
  | { kind: "revoked"; old: EndedKey }
  /** `old` is null if no working key was replaced. */
  | { kind: "regenerated"; preview: string; old: EndedKey | null }
);

const maxAgeMs = 30 * 86_400_000;

/** An environment's first key is no notice, and a key revoked at the moment of another's creation was replaced by it. */
export function noticesOf(keys: readonly NoticedKey[], { seenAt, now }: { seenAt: Date | null; now: Date }): KeyNotice[] {
  const since = Math.max(seenAt?.getTime() ?? 0, now.getTime() - maxAgeMs);
  const environments = Map.groupBy(keys, ({ environment }) => environment);
  return [...environments.values()]
    .flatMap((ofWorld) => [
      ...noticesOfWorld(ofWorld.filter(({ name }) => name === null).toSorted(byAge)),
      // Owners end named keys themselves, without a reason, and are told by e-mail.
      ...ofWorld.filter(({ name, revokedReason }) => name !== null && revokedReason !== null).flatMap((named) => noticesOfWorld([named])),
    ])
    .filter(({ at }) => at.getTime() > since)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

function byAge(a: NoticedKey, b: NoticedKey): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

function noticesOfWorld(keys: readonly NoticedKey[]): KeyNotice[] {
  return keys.flatMap((key, index) => {
    const { id: keyId, environment, preview, createdAt, revokedAt } = key;
    const notices: KeyNotice[] = [];
    const before = keys[index - 1];
    if (before !== undefined) {
      notices.push({ kind: "regenerated", at: createdAt, environment, keyId, preview, old: replacedBy(key, before) });
    }
    const old = endOf(key);
    const isReplaced = keys.some((other) => other !== key && other.createdAt.getTime() === revokedAt?.getTime());
    // A key after its overlap no longer worked, so its revocation changed nothing.
    if (revokedAt !== null && old?.endsAt.getTime() === revokedAt.getTime() && !isReplaced) {
      notices.push({ kind: "revoked", at: revokedAt, environment, keyId, old });
    }
    return notices;
  });
}

function replacedBy(key: NoticedKey, before: NoticedKey): EndedKey | null {
  const old = endOf(before);
  return old !== null && old.endsAt < key.createdAt ? null : old;
}

function endOf({ preview, expiresAt, revokedAt, revokedReason }: NoticedKey): EndedKey | null {
  const ends = [expiresAt, revokedAt].filter((end) => end !== null).map((end) => end.getTime());
  return ends.length === 0 ? null : { preview, endsAt: new Date(Math.min(...ends)), reason: revokedReason };
}

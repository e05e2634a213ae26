import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sealDevice } from "#lib/account/users/cookies.ts";
import { changePassword } from "#lib/account/users/passwords.ts";
import { signIn } from "#lib/account/users/sign-in.ts";
import { contextOf, makeUser, requestDetails } from "#lib/account/users/users.fixture.ts";
import type { SampleUser } from "#lib/account/users/users.fixture.ts";

const now = new Date("2027-01-02T09:00:00.000Z");

interface Place {
  address?: string;
  device?: string;
}

async function enter({ email, password }: Pick<SampleUser, "email" | "password">, { address = randomUUID(), device }: Place = {}) {
  return (await signIn({ email, password }, { ...requestDetails(), now, address, device })).outcome;
}

/** Counts the outcomes of concurrent guesses. */
async function guess(user: Pick<SampleUser, "email">, places: readonly Place[]): Promise<Record<string, number>> {
  const outcomes = await Promise.all(places.map((place) => enter({ ...user, password: `guess ${randomUUID()}` }, place)));
  const counted: Record<string, number> = {};
  for (const outcome of outcomes) counted[outcome] = (counted[outcome] ?? 0) + 1;
  return counted;
}

const times = <Item>(count: number, item: () => Item): Item[] => Array.from({ length: count }, item);

describe("guessing a password", () => {
  // rules/authority.md#signin-2
  test("is blocked after ten attempts from an address, even for the right password", async () => {
    const user = await makeUser("support");
    const address = randomUUID();
    expect(
      await guess(
        user,
        times(12, () => ({ address })),
      ),
    ).toEqual({ refused: 10, tooMany: 2 });
    expect(await enter(user, { address })).toBe("tooMany");
  });

  test("is blocked after ten attempts from an IPv6 network, whatever addresses it uses", async () => {
    const user = await makeUser("support");
    const network = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:${Math.floor(Math.random() * 65_536).toString(16)}`;
    const places = Array.from({ length: 12 }, (_none, index) => ({ address: `${network}::${index + 1}` }));
    expect(await guess(user, places)).toEqual({ refused: 10, tooMany: 2 });
  });

  test("is blocked for an address that tries many accounts, and for nobody else", async () => {
    const address = randomUUID();
    const outcomes = await Promise.all(times(62, () => enter({ email: `${randomUUID()}@people.example`, password: "x" }, { address })));
    expect(outcomes.filter((outcome) => outcome === "tooMany")).toHaveLength(2);
    expect(await enter(await makeUser("support"))).toBe("signedIn");
  });

  test("is counted the same for an unknown account", async () => {
    const address = randomUUID();
    expect(
      await guess(
        { email: `${randomUUID()}@people.example` },
        times(12, () => ({ address })),
      ),
    ).toEqual({ refused: 10, tooMany: 2 });
  });

  test("starts a new count after a successful sign-in", async () => {
    const user = await makeUser("support");
    const address = randomUUID();
    for (let round = 0; round < 3; round += 1) {
      await guess(
        user,
        times(5, () => ({ address })),
      );
      expect(await enter(user, { address })).toBe("signedIn");
    }
  });

  test("does not count successful sign-ins", async () => {
    const user = await makeUser("support");
    const address = randomUUID();
    for (let round = 0; round < 65; round += 1) expect(await enter(user, { address })).toBe("signedIn");
  });
});

describe("an attacker who knows an address", () => {
  test("blocks only their own network", async () => {
    const user = await makeUser("support");
    const address = randomUUID();
    await guess(
      user,
      times(200, () => ({ address })),
    );
    expect(await enter(user)).toBe("signedIn");
  });

  // rules/authority.md#signin-2
  test("cannot block an owner on a known device, even from many networks", async () => {
    const user = await makeUser("support");
    const crowd = await guess(
      user,
      times(110, () => ({})),
    );
    expect(crowd).toEqual({ refused: 100, tooMany: 10 });
    expect(await enter(user), "a new device waits, or uses the one-time link").toBe("tooMany");
    expect(await enter(user, { device: await sealDevice(user.id) })).toBe("signedIn");
  });

  test("does not become a known device with another user's cookie or a forged one", async () => {
    const [user, attacker] = await Promise.all([makeUser("support"), makeUser("support")]);
    const address = randomUUID();
    const sealed = await sealDevice(user.id);
    // Not the last character, whose base64 has unused bits.
    const forged = `${sealed.slice(0, -8)}${sealed.at(-8) === "A" ? "B" : "A"}${sealed.slice(-7)}`;
    for (const device of [await sealDevice(attacker.id), forged, "nonsense", ""]) {
      const places = times(3, () => ({ address, device }));
      const outcomes = await guess(user, places);
      expect(Object.keys(outcomes).every((outcome) => outcome === "refused" || outcome === "tooMany")).toBe(true);
    }
    expect(await enter(user, { address }), "all twelve were counted under the address").toBe("tooMany");
  });

  test("gets ten attempts with a stolen device, which are counted separately", async () => {
    const user = await makeUser("support");
    const device = await sealDevice(user.id);
    expect(
      await guess(
        user,
        times(12, () => ({ device })),
      ),
    ).toEqual({ refused: 10, tooMany: 2 });
    expect(await enter(user, { device: await sealDevice(user.id) })).toBe("signedIn");
    expect(await enter(user)).toBe("signedIn");
  });
});

test("wrong passwords during a session do not block sign-in", async () => {
  const user = await makeUser("support");
  const ctx = await contextOf(user);
  const change = () => changePassword(ctx, { currentPassword: "a guess", newPassword: "four unrelated short words" });
  for (let round = 0; round < 10; round += 1) await expect(change()).rejects.toMatchObject({ key: "wrongPassword" });
  await expect(change()).rejects.toMatchObject({ key: "tooManyAttempts" });
  expect(await enter(user, { address: ctx.address })).toBe("signedIn");
});

import { decode } from "next-auth/jwt";
import { describe, expect, test } from "vitest";
import { openSession, sealSession, sessionSeconds, sessionSecret } from "#lib/users/cookies.ts";

const session = { userId: "usr_1", sessionVersion: 3 };
const seal = (token: Record<string, unknown>, secret = sessionSecret) => sealSession({ token, secret });
const endOf = async (token: string) => Number((await decode({ token, secret: sessionSecret }))?.["exp"]);
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describe("a session cookie", () => {
  test("opens to what was sealed", async () => {
    expect(await openSession(await seal(session))).toEqual(session);
  });

  test("is another one at each sign-in", async () => {
    expect(await seal(session)).not.toBe(await seal(session));
  });

  test("lasts a working day, however often it is sealed anew", async () => {
    const first = await seal(session);
    const end = await endOf(first);
    expect(end - inSeconds(sessionSeconds)).toBeLessThanOrEqual(0);
    expect(end - inSeconds(sessionSeconds)).toBeGreaterThanOrEqual(-2);
    const almostOver = await seal({ ...session, exp: inSeconds(60) });
    expect(await endOf(await seal((await decode({ token: almostOver, secret: sessionSecret })) ?? {}))).toBeLessThanOrEqual(inSeconds(60));
  });

  test("opens to nothing once it is over", async () => {
    expect(await openSession(await seal({ ...session, exp: inSeconds(-60) }))).toBeUndefined();
  });

  test("opens to nothing where it was made with another secret, tampered with, or is none", async () => {
    const sealed = await seal(session);
    const middle = Math.floor(sealed.length / 2);
    const tampered = `${sealed.slice(0, middle)}${sealed[middle] === "A" ? "B" : "A"}${sealed.slice(middle + 1)}`;
    for (const cookie of [await seal(session, "another secret"), tampered, "nonsense", "", undefined]) {
      expect(await openSession(cookie)).toBeUndefined();
    }
  });

  test("opens to nothing where it holds something else than a session", async () => {
    for (const token of [{}, { userId: "usr_1" }, { userId: 1, sessionVersion: 1 }, { userId: "usr_1", sessionVersion: "1" }]) {
      expect(await openSession(await seal(token))).toBeUndefined();
    }
  });
});

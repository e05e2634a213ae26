import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listDeployments, recordDeployment } from "#lib/deployments/deployments.ts";
import { asStaff } from "#lib/users/users.fixture.ts";

test("a release makes one entry, when its first instance started, however many instances start and restart", async () => {
  const [first, second] = [
    { version: "9.0.0", commit: randomUUID() },
    { version: "9.0.0", commit: randomUUID() },
  ];
  const at = (minute: number) => new Date(Date.UTC(2090, 0, 1, 9, minute));
  await recordDeployment(at(0), first);
  await Promise.all([1, 2, 3, 4, 5].map((minute) => recordDeployment(at(minute), first)));
  await recordDeployment(at(6), second);
  await recordDeployment(at(7), first);
  expect((await listDeployments(asStaff)).slice(0, 2)).toEqual([
    { ...second, startedAt: at(6) },
    { ...first, startedAt: at(0) },
  ]);
});

test("a build without a commit is told apart by its version", async () => {
  const release = { version: `9.1.0-${randomUUID()}`, commit: null };
  const now = new Date(Date.UTC(2091, 0, 1));
  await recordDeployment(now, release);
  await recordDeployment(new Date(now.getTime() + 1), release);
  expect((await listDeployments(asStaff))[0]).toEqual({ version: release.version, commit: "", startedAt: now });
});

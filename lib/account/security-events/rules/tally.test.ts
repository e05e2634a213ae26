import { expect, test } from "vitest";
import { TallyBook } from "#lib/account/security-events/rules/tally.ts";

const at = new Date("2027-03-01T10:20:30.000Z");
const event = { kind: "keyUnknown", subject: "cg_dev_abcd", address: "192.0.2.1", at } as const;

test("events of one kind, subject, address and hour are one count, with the last event", () => {
  const book = new TallyBook();
  for (const seconds of [0, 1, 2]) book.add({ ...event, at: new Date(at.getTime() + seconds * 1000), detail: `the ${seconds}` });
  book.add({ ...event, subject: "cg_dev_efgh" });
  book.add({ ...event, at: new Date(at.getTime() + 3_600_000) });
  const hour = new Date("2027-03-01T10:00:00.000Z");
  const [first, ...rest] = book.take();
  expect(first).toEqual({ ...event, at: undefined, hour, count: 3, detail: "the 2", lastAt: new Date(at.getTime() + 2000) });
  expect(rest.map(({ count }) => count)).toEqual([1, 1]);
  expect(book.take()).toEqual([]);
});

test("an attack with a thousand keys from ten thousand addresses makes few rows, and every event is counted", () => {
  const book = new TallyBook();
  for (let index = 0; index < 1000; index += 1) book.add({ ...event, subject: `cg_dev_${index}` });
  const ofOne = book.take();
  expect(ofOne).toHaveLength(21);
  for (let index = 0; index < 10_000; index += 1) book.add({ ...event, address: `10.0.${Math.floor(index / 256)}.${index % 256}` });
  const ofMany = book.take();
  expect(ofMany.length).toBeLessThanOrEqual(2_001);
  expect([ofOne, ofMany].map((tallies) => tallies.reduce((sum, { count }) => sum + count, 0))).toEqual([1000, 10_000]);
});

test.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8::/64"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  [undefined, "unknown"],
])("the network of %s is %s", (address, network) => {
  const book = new TallyBook();
  book.add({ ...event, address });
  expect(book.take()[0]?.address).toBe(network);
});

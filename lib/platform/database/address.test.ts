import { expect, test } from "vitest";
import { driverHosts, parseDatabaseAddress } from "#lib/platform/database/address.ts";

test.each([
  [
    "postgres://u:p@a:5432,b:5433/shop?target_session_attrs=primary",
    [
      ["a", 5432],
      ["b", 5433],
    ],
    "shop",
  ],
  [
    "postgresql://u@a,b.example/shop",
    [
      ["a", 5432],
      ["b.example", 5432],
    ],
    "shop",
  ],
  ["postgres://u:p%40ss,word@db.example/my%20shop?sslmode=require", [["db.example", 5432]], "my shop"],
  [
    "postgres://u@[::1]:5433,[2001:db8::2]/shop",
    [
      ["::1", 5433],
      ["2001:db8::2", 5432],
    ],
    "shop",
  ],
  ["postgres://u@%2Fvar%2Frun%2Fpostgresql/shop", [["/var/run/postgresql", 5432]], "shop"],
  ["postgres://build", [["build", 5432]], ""],
])("%s names its hosts and its database", (url, hosts, database) => {
  expect(parseDatabaseAddress(url)).toEqual({ hosts: hosts.map(([host, port]) => ({ host, port })), database });
});

test.each([
  ["postgres://u:p@a:54321x,b/shop", "names a host that cannot be read"],
  ["postgres://u:p@a:5432,b:5433/shop?target_session_attrs=standby", "asks for target_session_attrs=standby"],
  ["postgres://u@one@two/shop", "does not look like postgres://"],
])("%s is refused with the reason", (url, reason) => {
  expect(() => parseDatabaseAddress(url)).toThrow(reason);
});

test.each(["postgres://u:s3cr/et@db.example", "postgres://u:s3cr?et@db.example/shop", "postgres://u:s3cr/et@db.example/shop"])(
  "the reason for refusing %s tells nothing of its password",
  (url) => {
    expect(() => parseDatabaseAddress(url)).toThrow(expect.objectContaining({ message: expect.not.stringContaining("s3cr") as string }));
  },
);

test("the primary is chosen among several hosts, unless the address says otherwise", () => {
  expect(driverHosts("postgres://u@a:5432,b:5433/shop")).toEqual({
    host: ["a", "b"],
    port: [5432, 5433],
    target_session_attrs: "read-write",
  });
  expect(driverHosts("postgres://u@a,b/shop?target_session_attrs=primary")).not.toHaveProperty("target_session_attrs");
  expect(driverHosts("postgres://u@a:5433/shop")).toEqual({});
});

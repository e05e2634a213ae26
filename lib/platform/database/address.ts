import type { Options } from "postgres";

interface DatabaseAddress {
  /** Several where one of them is the primary and the others are its standbys. */
  hosts: { host: string; port: number }[];
  database: string;
}

const defaultPort = 5432;
const form = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?(?<hosts>[^/?#@]*)(?:\/(?<database>[^/?#]*))?(?:\?(?<query>[^#]*))?$/;
const hostForm = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[a-z0-9._%-]*))(?::(?<port>\d{1,5}))?$/i;
/** Covergate writes, so a standby is of no use to it. */
const usefulSessions = ["read-write", "primary"];

/** Without the text, which is the beginning of the password where that holds a slash. */
const unreadable = "names a host that cannot be read: it should look like host:5432, and / ? # @ of a password are written %2F %3F %23 %40";

/** Reads `postgres://user:password@one:5432,two:5433/database?…` like libpq. Throws an error that names what is wrong. */
export function parseDatabaseAddress(url: string): DatabaseAddress {
  const parts = form.exec(url)?.groups;
  if (parts === undefined) throw new Error("does not look like postgres://user:password@host:5432/database");
  const sessions = new URLSearchParams(parts["query"]).get("target_session_attrs");
  if (sessions !== null && !usefulSessions.includes(sessions)) {
    throw new Error(`asks for target_session_attrs=${sessions}: Covergate writes, so it is ${usefulSessions.join(" or ")}`);
  }
  return { hosts: (parts["hosts"] ?? "").split(",").map(parseHost), database: decodeURIComponent(parts["database"] ?? "") };
}

function parseHost(text: string): DatabaseAddress["hosts"][number] {
  const { v6, name, port } = hostForm.exec(text)?.groups ?? {};
  const host = v6 ?? name;
  if (host === undefined) throw new Error(unreadable);
  return { host: decodeURIComponent(host), port: Number(port ?? defaultPort) };
}

type DriverHosts = Pick<Options<Record<string, never>>, "host" | "port" | "target_session_attrs">;

/** Options that the driver needs besides the address: several hosts, of which it must use the primary, and IPv6. */
export function driverHosts(url: string): DriverHosts {
  const { hosts } = parseDatabaseAddress(url);
  if (hosts.length === 1 && !hosts.some(({ host }) => host.includes(":"))) return {};
  const isAnySession = hosts.length > 1 && !url.includes("target_session_attrs");
  const options = {
    host: hosts.map(({ host }) => host),
    port: hosts.map(({ port }) => port),
    ...(isAnySession && { target_session_attrs: "read-write" }),
  };
  // The driver takes lists, though its types do not say so.
  return options as unknown as DriverHosts;
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { environments } from "#lib/platform/environments.ts";

/** Answers for themselves, also at addresses that do not exist. */
const others = /^\/(?:api|_next|mcp)(?:\/|$)/;

/** Tells whether Next answers a path, to a request with or without the cookie of a session. */
export type HasPage = (path: string, hasSession: boolean) => boolean;

/**
 * Reads the addresses of the build. The portal and the console have a page for all paths that no other page has, which keeps the menu: it
 * is for requests with a session only.
 */
export function readAddresses(root: string): HasPage {
  const routes = JSON.parse(readFileSync(join(root, ".next/app-path-routes-manifest.json"), "utf8")) as Record<string, string>;
  const pages = Object.values(routes).filter((route) => !route.startsWith("/_"));
  const files = readdirSync(join(root, "public")).map((file) => `/${file}`);
  const [named, unknown] = [pages.filter((route) => !route.endsWith("/[...path]")), pages.filter((route) => route.endsWith("/[...path]"))];
  const isNamed = matcher([...named.map(patternOf), ...files.map((file) => RegExp.escape(file))]);
  const isUnknown = matcher(unknown.map(patternOf));
  return (path, hasSession) => others.test(path) || isNamed(path) || (hasSession && isUnknown(path));
}

function matcher(patterns: readonly string[]): (path: string) => boolean {
  const pattern = new RegExp(`^(?:${patterns.join("|")})$`);
  return (path) => pattern.test(path) || pattern.test(decodeURIComponent(path));
}

function patternOf(route: string): string {
  if (route === "/") return route;
  const segments = route.split("/").slice(1);
  return segments
    .map((segment) => {
      if (segment.startsWith("[[...")) return "(?:/.*)?";
      if (segment.startsWith("[...")) return "/.+";
      if (segment === "[environment]") return `/(?:${environments.join("|")})`;
      return segment.startsWith("[") ? "/[^/]+" : `/${RegExp.escape(segment)}`;
    })
    .join("");
}

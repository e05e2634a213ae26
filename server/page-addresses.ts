import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { environments } from "#lib/platform/environments.ts";

/** Answers for themselves, also at addresses that do not exist. */
const others = /^\/(?:api|_next|mcp)(?:\/|$)/;

/** Reads the addresses of the build, for telling which paths lead to something that Next serves. */
export function readAddresses(root: string): (path: string) => boolean {
  const routes = JSON.parse(readFileSync(join(root, ".next/app-path-routes-manifest.json"), "utf8")) as Record<string, string>;
  const pages = Object.values(routes).filter((route) => !route.startsWith("/_"));
  const files = readdirSync(join(root, "public")).map((file) => `/${file}`);
  const pattern = new RegExp(`^(?:${[...pages.map(patternOf), ...files.map((file) => RegExp.escape(file))].join("|")})$`);
  return (path) => others.test(path) || pattern.test(path) || pattern.test(decodeURIComponent(path));
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

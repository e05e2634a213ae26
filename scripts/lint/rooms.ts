import { relative } from "node:path";
import type { NodeOf, Rule } from "#scripts/lint/rule.ts";

/**
 * The rooms of lib, and the folders of each (CONTRIBUTING.md). A file imports from the rooms before its own, and in its own room from
 * the folders before its own. So neither rooms nor folders form a cycle. `api` and `rpc` are one folder each. `db` counts as a folder
 * of platform.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  platform: [
    ...["environments", "roles", "ids", "database", "money", "time", "env-defaults", "env", "own-address", "version", "i18n", "errors"],
    ...["text", "traffic", "secrets", "log", "process", "wire", "traces", "metrics", "db", "lists", "jobs", "mail", "files"],
  ],
  account: ["worlds", "search", "audit", "security-events", "brands", "users", "approvals", "keys", "partners"],
  delivery: ["event-catalogue", "webhooks", "deliveries", "events", "webhook-settings", "notices"],
  insurance: [
    ...["catalogue", "geo", "renters", "products", "prices", "renewals", "contracts", "statements", "claims", "claim-links", "payments"],
  ],
  developer: [
    ...["activity", "idempotency", "portfolio", "readiness", "alerts", "events", "sandbox", "endpoints", "recipes", "calls", "clients"],
    ...["console", "erasure", "overview", "exports", "search"],
  ],
  api: [],
  rpc: [],
};
const order = Object.keys(rooms);

/**
 * The one exception: a column of db/schema takes its type from a shape or catalogue of lib, if zod validates its JSON by that shape, or if
 * the catalogue says more of each value than its name. Such a module imports no table, so that not even types form a cycle. The values of
 * every other text column are in db/schema/enums.ts.
 */
const shapeOfColumn = /^#lib\/.*\/(?:[^/]*schema[^/]*|[^/]*catalogue|insured-contact)\.ts$/;

export const roomOrder: Rule = {
  create(context) {
    const file = relative(context.cwd, context.filename);
    const from = placeOf(file);
    if (from === undefined || /\.(?:test|fixture)\.tsx?$/.test(context.filename)) return {};
    const check = (node: NodeOf<"ImportDeclaration" | "ExportAllDeclaration" | "ExportNamedDeclaration">) => {
      const { source } = node;
      const isType = "importKind" in node && node.importKind === "type";
      if (file.startsWith("db/schema/") && isType && shapeOfColumn.test(node.source.value)) return;
      const to = source?.value.startsWith("#") === true ? placeOf(source.value.slice(1)) : undefined;
      const message = to === undefined ? undefined : errorOf(from, to);
      if (source !== null && message !== undefined) context.report({ message, node: source });
    };
    return { ImportDeclaration: check, ExportAllDeclaration: check, ExportNamedDeclaration: check };
  },
};

interface Place {
  room: string;
  folder: string;
}

/**
 * Returns the room and folder of a path in lib or db; a file directly in a room counts as a folder. Undefined elsewhere, and for
 * db/migrate.ts, a program that also loads cities and the public price list.
 */
function placeOf(path: string): Place | undefined {
  if (path === "db/migrate.ts") return undefined;
  if (/^db\/.*\.ts$/.test(path)) return { room: "platform", folder: "db" };
  const [, room, folder] = /^lib\/([^/]+)\/([^/]+?)(?:\.tsx?$|\/)/.exec(path) ?? [];
  return room === undefined || folder === undefined ? undefined : { room, folder };
}

function errorOf(from: Place, to: Place): string | undefined {
  const folders = rooms[from.room];
  if (folders === undefined) {
    return `lib has the rooms ${order.join(", ")}. Move this file into one of them, or add the room to scripts/lint/rooms.ts.`;
  }
  if (from.room !== to.room) {
    if (order.indexOf(to.room) < order.indexOf(from.room)) return undefined;
    return `${from.folder === "db" ? "db" : from.room} imports nothing of ${to.room}: rooms import in the order ${order.join(", ")}. Move what both need into ${from.room}, or this file into ${to.room}.`;
  }
  if (from.folder === to.folder || folders.length === 0) return undefined;
  const missing = [from.folder, to.folder].find((folder) => !folders.includes(folder));
  if (missing !== undefined) return `Name the folder ${missing} in scripts/lint/rooms.ts, after those that it imports.`;
  if (folders.indexOf(to.folder) < folders.indexOf(from.folder)) return undefined;
  return `In ${from.room}, ${from.folder} stands below ${to.folder} and imports nothing of it. Move what both need into ${from.folder}, or this file into ${to.folder}.`;
}

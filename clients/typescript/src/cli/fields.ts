import { CommandProblem } from "./problem.ts";

/** Puts `data[user_name]=Ada`, `options[]=break` and `products[][model]=Lundi` together; `raw` values are texts, others what they look like. */
export function buildFields(raw: readonly string[], typed: readonly string[]): Record<string, unknown> {
  const built: Record<string, unknown> = {};
  for (const field of raw) place(built, ...split(field, (text) => text));
  for (const field of typed) place(built, ...split(field, guess));
  return built;
}

function split(field: string, read: (text: string) => unknown): [readonly string[], unknown] {
  const [, path = "", text = ""] = /^([^=]+)=([^]*)$/.exec(field) ?? [];
  if (!/^[^[\]]+(?:\[[^[\]]*\])*$/.test(path)) {
    throw new CommandProblem(`the field ${JSON.stringify(field)} has no name`, "Write name=value, name[key]=value or name[]=value.");
  }
  return [path.split(/\]?\[|\]$/).slice(0, path.endsWith("]") ? -1 : undefined), read(text)];
}

function guess(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

type Container = Record<string, unknown> | unknown[];

function place(into: Container, [key = "", ...rest]: readonly string[], value: unknown): void {
  const list = Array.isArray(into) ? into : undefined;
  if ((list !== undefined) !== (key === "")) {
    throw new CommandProblem("a field is both a list and an object", "Use either name[] or name[key].");
  }
  const [next] = rest;
  if (next === undefined) {
    if (list === undefined) define(into as Record<string, unknown>, key, value);
    else list.push(value);
    return;
  }
  const last = list === undefined ? (Object.hasOwn(into, key) ? (into as Record<string, unknown>)[key] : undefined) : list.at(-1);
  // A key that the last item of a list already has begins the next item.
  const isTaken = list !== undefined && next !== "" && isContainer(last) && Object.hasOwn(last, next);
  const inner = isContainer(last) && !isTaken ? last : next === "" ? [] : {};
  if (inner !== last) {
    if (list === undefined) define(into as Record<string, unknown>, key, inner);
    else list.push(inner);
  }
  place(inner, rest, value);
}

/** Also for the name `__proto__`. */
function define(into: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
}

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

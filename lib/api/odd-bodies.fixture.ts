export interface Body {
  name: string;
  type: string;
  text: string;
}

const cached = new Map<number, Body[]>();

/** Returns bodies of about this many bytes whose parsing costs the most. */
export function oddBodies(bytes: number): Body[] {
  const bodies = cached.get(bytes) ?? [...typed("application/json", oddJson(bytes)), ...typed(formType, oddForms(bytes))];
  cached.set(bytes, bodies);
  return bodies;
}

const formType = "application/x-www-form-urlencoded";

const typed = (type: string, texts: Record<string, string>): Body[] =>
  Object.entries(texts).map(([name, text]) => ({ name: `${name} (${type})`, type, text }));

function oddJson(bytes: number): Record<string, string> {
  const repeat = (text: string, around = 2) => text.repeat(Math.floor((bytes - around) / text.length));
  const nest = (opening: string) => {
    const depth = Math.floor((bytes - 1) / (opening.length + 1));
    return `${opening.repeat(depth)}0${"}".repeat(depth)}`;
  };
  return {
    "nested lists": "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
    "nested objects": nest('{"":'),
    "nested prototypes": nest('{"__proto__":'),
    "many values": `[${repeat("0,", 4)}0]`,
    "many objects": `[${repeat("{},", 4)}{}]`,
    "many fields": `{${numbered((bytes - 2) / 9, 4, (name) => `"${name}":0`)}}`,
    "a long number": repeat("1"),
    "a long key": `{"${repeat("a", 6)}":0}`,
    "a long text": `"${repeat(String.raw`\u0001`)}"`,
    "half characters": `"${repeat(String.raw`\ud800`)}"`,
    "a prototype": '{"__proto__":{"toString":0,"hasOwnProperty":0},"constructor":{"prototype":{"then":0}}}',
    // superjson would make an array of this length.
    "a typed array": '{"json":{"a":10000000},"meta":{"values":{"a":[["typed-array","Uint8Array"]]}}}',
  };
}

function oddForms(bytes: number): Record<string, string> {
  const repeat = (text: string) => text.repeat(Math.floor(bytes / text.length));
  return {
    "many fields": numbered(bytes / 6, 5, (name) => name, "&"),
    "one field many times": repeat("a&"),
    "many escapes": repeat("%C3%A9"),
  };
}

function numbered(count: number, width: number, write: (name: string) => string, separator = ","): string {
  return Array.from({ length: Math.floor(count) }, (_, place) => write(place.toString(36).padStart(width, "0"))).join(separator);
}

/** Returns bodies that have these fields, each with a text as long as the bytes allow. */
export function longFields(names: readonly string[], bytes: number): Body[] {
  const length = Math.floor(bytes / Math.max(names.length, 1)) - 40;
  return ["a".repeat(length), `a@${"a.".repeat(length / 2 - 2)}`, " ".repeat(length)].flatMap((text) => {
    const fields = Object.fromEntries(names.map((name) => [name, text]));
    const name = `long fields of "${text.slice(0, 4)}"`;
    return [
      ...typed("application/json", { [name]: JSON.stringify(fields) }),
      ...typed(formType, { [name]: String(new URLSearchParams(fields)) }),
    ];
  });
}

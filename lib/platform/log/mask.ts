/** A decoded text. `at[i]` is where its i-th character begins in the original; one more entry marks the end. */
interface Decoded {
  text: string;
  at: readonly number[];
}

// Percent-encoding and JSON's escapes, of ASCII only, since secrets are ASCII.
const escape = /%([0-7][0-9a-f])|\\u00([0-7][0-9a-f])|\\(["\\/])/gi;

const maxLayers = 4;

export const maskedParts = ["path", "query", "request", "response"] as const;
export type MaskedPart = (typeof maskedParts)[number];

export const maskSign = "•••";

export interface MaskedValue {
  /** Its number within the text, from 0. */
  place: number;
  field: string;
}

const fields = "(?:(?:first|last|full|user|contact)_?[nN]ame|e_?mail|phone(?:_?[nN]umber)?|mobile)";
// Values of these fields, also numbers; and anywhere e-mail addresses, also percent-encoded, and phone numbers with a country's or France's prefix.
const personal = new RegExp(
  [
    String.raw`"(?<field>${fields})"\s*:\s*(?:"(?<value>(?:[^"\\]|\\.)+)|(?<number>-?\d[\d.eE+-]*))`,
    String.raw`(?<email>[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+)`,
    String.raw`(?<![\w.:+-])(?<phone>(?:\+|%2B)\d{1,3}(?:[ .-]?\d){7,12}|0[1-9](?:[ .-]?\d{2}){4})(?![\w-])`,
  ].join("|"),
  "g",
);

interface PersonalText extends MaskedValue {
  value: string;
  /** The replacement that is shown. */
  sign: string;
  start: number;
}

function findPersonal(text: string): PersonalText[] {
  return Array.from(text.matchAll(personal), ({ 0: match, index, groups = {} }, place) => {
    const { field, value, number, email } = groups;
    const input = value ?? number ?? match;
    // The text stays JSON.
    const sign = number === undefined ? maskSign : JSON.stringify(maskSign);
    const name = field ?? (email === undefined ? "phone" : "email");
    return { place, field: name, value: input, sign, start: index + match.length - input.length };
  });
}

export function maskText(text: string): { text: string; masked: MaskedValue[] } {
  const matches = findPersonal(text);
  if (matches.length === 0) return { text, masked: [] };
  let shown = "";
  let end = 0;
  for (const { start, value, sign } of matches) {
    shown += text.slice(end, start) + sign;
    end = start + value.length;
  }
  return { text: shown + text.slice(end), masked: matches.map(({ place, field }) => ({ place, field })) };
}

export function unmaskValue(text: string, place: number): { field: string; value: string } | undefined {
  return findPersonal(text)[place];
}

const placeholder = /<hidden:\w+>/;

/**
 * The masked text with a placeholder such as `<hidden:user_name>` for each mask and removed secret, so that whoever sends it must fill them
 * in: the API refuses placeholders (rules/call-log.md#record-9).
 */
export function asTemplate(text: string, masked: readonly MaskedValue[]): string {
  // A sender can have sent the sign as well: the masks then cannot be told apart.
  const isClear = text.split(maskSign).length - 1 === masked.length;
  let next = 0;
  return text
    .replaceAll(maskSign, () => `<hidden:${(isClear ? masked[next++]?.field : undefined) ?? "value"}>`)
    .replaceAll("[removed]", "<hidden:secret>");
}

/** The first placeholder of a text; undefined if it has none. */
export function findPlaceholder(text: string): string | undefined {
  return placeholder.exec(text)?.[0];
}

export interface MaskedCall {
  path: string;
  query: string;
  request: string | null;
  response: string | null;
  masked: Record<MaskedPart, MaskedValue[]>;
}

export function maskCall(call: Omit<MaskedCall, "masked">): MaskedCall {
  const [path, query] = [maskText(call.path), maskText(call.query)];
  const [request, response] = [maskText(call.request ?? ""), maskText(call.response ?? "")];
  return {
    path: path.text,
    query: query.text,
    request: call.request === null ? null : request.text,
    response: call.response === null ? null : response.text,
    masked: { path: path.masked, query: query.masked, request: request.masked, response: response.masked },
  };
}

/** Decodes a text layer by layer; empty without escapes. */
export function decodeLayers(input: string): Decoded[] {
  const layers: Decoded[] = [];
  let layer: Decoded | undefined = decode({ text: input, at: [] });
  while (layer !== undefined && layers.length < maxLayers) {
    layers.push(layer);
    layer = decode(layer);
  }
  return layers;
}

/** The original text has no places: each character is at its own index. */
function decode({ text, at }: Decoded): Decoded | undefined {
  const matches = [...text.matchAll(escape)];
  if (matches.length === 0) return undefined;
  const place = (index: number) => at[index] ?? index;
  const places: number[] = [];
  let decoded = "";
  let end = 0;
  const keep = (until: number) => {
    for (let index = end; index < until; index += 1) places.push(place(index));
    decoded += text.slice(end, until);
  };
  for (const { 0: whole, 1: percent, 2: unicode, 3: itself, index } of matches) {
    keep(index);
    places.push(place(index));
    decoded += itself ?? String.fromCharCode(Number.parseInt(percent ?? unicode ?? "", 16));
    end = index + whole.length;
  }
  keep(text.length);
  places.push(place(text.length));
  return { text: decoded, at: places };
}

/** Shortens every API key in a text to its preview, so that none gets into an address. */
export function cutKeys(text: string): string {
  return text.replaceAll(/(cg_(?:dev|live)_[0-9A-Za-z]{4})[0-9A-Za-z]+/g, "$1");
}

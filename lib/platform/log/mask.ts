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

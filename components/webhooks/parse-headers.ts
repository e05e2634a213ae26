/** Parses pasted headers by lower-case name: HTTP lines, or a JSON object as in logs. */
export function parseHeaders(text: string): Record<string, string> {
  return text.trimStart().startsWith("{") ? (fromJson(text) ?? fromLines(text)) : fromLines(text);
}

function fromLines(text: string): Record<string, string> {
  const headers = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^\s*["']?([\w-]+)["']?\s*:\s*(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), unquote(value.trim())] as const];
  });
  return Object.fromEntries(headers);
}

function unquote(value: string): string {
  return /^(["'])(.*)\1,?$/.exec(value)?.[2] ?? value;
}

function fromJson(text: string): Record<string, string> | undefined {
  try {
    const parsed = JSON.parse(text) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name.toLowerCase(), [value].flat().map(String).join(" ")]));
  } catch {
    return undefined;
  }
}

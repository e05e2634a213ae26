/** A decoded text. `at[i]` is where its i-th character begins in the original; one more entry marks the end. */
export interface Decoded {
  text: string;
  at: readonly number[];
}

// Percent-encoding and JSON's escapes, of ASCII only, since secrets are ASCII.
const escape = /%([0-7][0-9a-f])|\\u00([0-7][0-9a-f])|\\(["\\/])/gi;
const maxLayers = 4;

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

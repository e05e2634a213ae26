/** A text behind a layer of escapes. `at[i]` is where in the text that was sent its i-th character begins; one more says where it ends. */
export interface Decoded {
  text: string;
  at: readonly number[];
}

// What clients and proxies escape by: percent-encoding, and JSON's escapes. Of the characters only ASCII matters: secrets have no others.
const escape = /%([0-7][0-9a-f])|\\u00([0-7][0-9a-f])|\\(["\\/])/gi;
/** As often may one text be escaped in another. */
const maxLayers = 4;

/** The texts that a text turns into when its escapes are read, layer by layer; none where it has no escapes. */
export function decodeLayers(sent: string): Decoded[] {
  const layers: Decoded[] = [];
  let layer: Decoded | undefined = decode({ text: sent, at: [] });
  while (layer !== undefined && layers.length < maxLayers) {
    layers.push(layer);
    layer = decode(layer);
  }
  return layers;
}

/** The outermost text has no places of its own: each character stands where it stands. */
function decode({ text, at }: Decoded): Decoded | undefined {
  const found = [...text.matchAll(escape)];
  if (found.length === 0) return undefined;
  const place = (index: number) => at[index] ?? index;
  const places: number[] = [];
  let decoded = "";
  let end = 0;
  const keep = (until: number) => {
    for (let index = end; index < until; index += 1) places.push(place(index));
    decoded += text.slice(end, until);
  };
  for (const { 0: whole, 1: percent, 2: unicode, 3: itself, index } of found) {
    keep(index);
    places.push(place(index));
    decoded += itself ?? String.fromCharCode(Number.parseInt(percent ?? unicode ?? "", 16));
    end = index + whole.length;
  }
  keep(text.length);
  places.push(place(text.length));
  return { text: decoded, at: places };
}

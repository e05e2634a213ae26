/** Longer parts of a path are cut in their middle if they are identifiers, which have digits: names of endpoints stay whole. */
const longest = 16;

const [headLength, tailLength] = [6, 4];

/** A path that fits a row: its identifiers keep their ends, by which people tell them apart. */
export function shortPath(path: string): string {
  return path
    .split("/")
    .map((part) => (part.length > longest && /\d/.test(part) ? `${part.slice(0, headLength)}…${part.slice(-tailLength)}` : part))
    .join("/");
}

/** A random UUID (RFC 9562, version 4); `crypto.randomUUID` is missing where a page is served over plain HTTP. */
export function newUuid(): string {
  const [a, b, c, d, e] = [8, 4, 3, 3, 12].map((length) => randomDigits(length));
  return `${a}-${b}-4${c}-8${d}-${e}`;
}

function randomDigits(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 16).toString(16)).join("");
}

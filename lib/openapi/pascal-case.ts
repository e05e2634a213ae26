/** `readContract` or `bad_request` as the name of a component: `ReadContract`, `BadRequest`. */
export function inPascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

export function patternBeginningWith(text: string): string {
  return `${escapePattern(text)}%`;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

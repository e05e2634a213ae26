/** The pattern of `like` for texts that hold this one anywhere. */
export function patternContaining(text: string): string {
  return `%${escapePattern(text)}%`;
}

/** The pattern of `like` for texts that begin with this one. */
export function patternBeginningWith(text: string): string {
  return `${escapePattern(text)}%`;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

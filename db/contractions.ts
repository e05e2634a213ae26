/** The statements that take away what the release before reads, or refuse what it writes. A constraint may go, and come back wider. */
const contracting = [
  /\bdrop\s+(?!constraint\b|not\s+null\b|default\b|trigger\b|identity\b|expression\b)/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+column\b[^;]*\bnot\s+null\b/i,
  /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i,
];

/** Lists the statements of a migration beside which the release before could not run. */
export function listContractions(statements: readonly string[]): string[] {
  return statements.flatMap((statement) => {
    const text = statement.replaceAll(/--.*$/gm, "").trim();
    return contracting.some((pattern) => pattern.test(text)) ? [text] : [];
  });
}

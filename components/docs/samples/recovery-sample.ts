/** The guide's recovery of missed events; e2e/api/events.test.ts runs it. */
export const recoverySample = `const { COVERGATE_BASE_URL = "https://covergate.example", COVERGATE_API_KEY = "" } = process.env;

/** Handles every event after one, in order. Returns where to continue the next time. */
async function recover(after: string, handle: (event: any) => Promise<void>) {
  for (let isMore = true; isMore; ) {
    const address = \`\${COVERGATE_BASE_URL}/v2/events?limit=100&after=\${after}\`;
    const response = await fetch(address, { headers: { key: COVERGATE_API_KEY } });
    if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
    const { events, has_more } = await response.json();
    for (const event of events.toReversed()) await handle(event);
    after = events[0]?.id ?? after;
    isMore = has_more;
  }
  return after;
}
`;

/** The guide's recovery of missed events; e2e/api/events.test.ts runs it. */
export const recoverySample = `const { API = "https://api.covergate.example/v2", API_KEY = "" } = process.env;

/** Handles every event after one, in order. Returns where to continue the next time. */
async function recover(after: string, handle: (event: any) => Promise<void>) {
  for (let isMore = true; isMore; ) {
    const response = await fetch(\`\${API}/events?limit=100&after=\${after}\`, { headers: { key: API_KEY } });
    if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
    const { events, has_more } = await response.json();
    for (const event of events.toReversed()) await handle(event);
    after = events[0]?.id ?? after;
    isMore = has_more;
  }
  return after;
}
`;

/** Above this backlog (the database is unavailable) the oldest records are dropped. */
const limits = { calls: 50_000, characters: 67_108_864 };

/** The bodies of a row of the log. */
export interface Bodies {
  request_body: string | null;
  response_body: string | null;
}

export function keepNewest<Call extends Bodies>(calls: readonly Call[], { calls: maxCalls, characters: maxCharacters } = limits): Call[] {
  let characters = 0;
  const tooMuch = calls.findLastIndex(({ request_body: asked, response_body: answered }, index) => {
    characters += (asked?.length ?? 0) + (answered?.length ?? 0);
    return calls.length - index > maxCalls || characters > maxCharacters;
  });
  return calls.slice(tooMuch + 1);
}

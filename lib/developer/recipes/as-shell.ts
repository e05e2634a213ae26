import type { Recipe, RecipeStep } from "#lib/developer/recipes/recipe.ts";

const units = { h: "hours", d: "days", mo: "months" } as const;

/** A recipe as a shell script for curl and jq; `address` is that of Covergate, without `/v2`. Key and renter come from the environment. */
export function asShell({ steps }: Recipe, address: string): string {
  const text = JSON.stringify(steps);
  const readsClock = text.includes("{now");
  return [
    `COVERGATE_BASE_URL=${address}   # COVERGATE_API_KEY: your development key${text.includes("{renter}") ? "; RENTER: a renter attached to it" : ""}`,
    ...(readsClock ? [`now=$(curl -sS "$COVERGATE_BASE_URL/v2/sandbox/clock" -H "key: $COVERGATE_API_KEY" | jq -r .now)`] : []),
    ...steps.map(asCommand),
  ].join("\n");
}

function asCommand({ method, path, body, capture }: RecipeStep): string {
  const names = Object.entries(capture ?? {});
  const request = `curl -sS -X ${method} "$COVERGATE_BASE_URL/v2${fill(path)}" -H "key: $COVERGATE_API_KEY"`;
  const command =
    body === undefined ? request : `${request} -H "content-type: application/json" -d @- <<JSON\n${fill(JSON.stringify(body))}\nJSON`;
  if (names.length === 0) return command;
  const step = body === undefined ? `answer=$(${command})` : `answer=$(${command}\n)`;
  return [step, ...names.map(([name, place]) => `${name}=$(jq -r '${asFilter(place)}' <<<"$answer")`)].join("\n");
}

function fill(text: string): string {
  return text
    .replaceAll(/\{now(?:\+(\d+)(h|d|mo))?\}/g, (_whole, count?: string, unit?: keyof typeof units) =>
      count === undefined || unit === undefined ? "$now" : `$(date -u -d "$now + ${count} ${units[unit]}" +%FT%TZ)`,
    )
    .replaceAll("{renter}", "$RENTER")
    .replaceAll(/\{([a-z]+)\}/g, "$$$1");
}

/** `contract.products.*` as a filter of jq. */
function asFilter(place: string): string {
  return place
    .split(".")
    .map((key) => (key === "*" ? " | keys_unsorted[0]" : /^\d+$/.test(key) ? `[${key}]` : `.${key}`))
    .join("");
}

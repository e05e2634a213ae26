import type { EventType } from "#lib/delivery/event-catalogue.ts";
import type { RecipeStep } from "#lib/developer/recipes/recipe.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";
import { parseDuration } from "#lib/platform/time/dates.ts";
import { addDuration, insurerCalendar } from "#lib/platform/time/days-and-months.ts";

/** Returns the sandbox's clock after the recipes of these events; undefined if none of them shifts it. */
export function clockAfter(eventTypes: readonly EventType[], now: Date): Date | undefined {
  const moves = eventTypes.flatMap((eventType) => recipes[eventType].steps).flatMap(readMove);
  return moves.length === 0 ? undefined : moves.reduce((at, move) => addDuration(at, move, insurerCalendar), now);
}

function readMove({ path, body }: RecipeStep) {
  if (path !== "/sandbox/clock") return [];
  const move = parseDuration((body as { advance: string }).advance);
  return move === undefined ? [] : [move];
}

import { InvalidArgumentError, Option } from "commander";

/** How many items a list shows. */
export function limitOption(): Option {
  return new Option("-n, --limit <count>", "how many to show").argParser(readCount).default(20);
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1 on.");
  return Number(text);
}

/** An instant as people read it, to the minute in UTC. */
export function minute(instant: string | null): string {
  if (instant === null) return "–";
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)}Z`;
}

import { skill, textAnswer } from "#components/docs/as-markdown.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** Instructions for assistants that integrate the API. */
export function GET(): Response {
  return textAnswer(skill(currentTime()));
}

import { globalReferences } from "#scripts/lint/rule.ts";
import type { Reference, Rule } from "#scripts/lint/rule.ts";

const message =
  "Only lib/platform/time/clock.ts reads the time, so that it can be told what time it is. Take `now: Date` as a parameter; where a request, a job or a command begins, call currentTime(). To measure a duration, use performance.now().";

/** Only lib/platform/time/clock.ts reads the time. */
export const oneClock: Rule = {
  create(context) {
    return {
      "Program:exit"() {
        for (const { identifier } of globalReferences(context)) {
          if (readsClock(identifier)) context.report({ message, node: identifier });
        }
      },
    };
  },
};

/** True for `Date.now`, `Date()` and `new Date()`. */
export function readsClock(identifier: Reference["identifier"]): boolean {
  const { name, parent } = identifier;
  if (name !== "Date") return false;
  if (parent?.type === "MemberExpression") {
    return parent.object === identifier && parent.property.type === "Identifier" && parent.property.name === "now";
  }
  const isRead = parent?.type === "CallExpression" || (parent?.type === "NewExpression" && parent.arguments.length === 0);
  return isRead && parent.callee === identifier;
}

import type { Rule } from "#scripts/lint/rule.ts";

const message =
  "lib/platform/time/days-and-months.ts alone counts days and months, in the zone of whoever they are for: a local day has 23 to 25 hours (docs/rules/calendar.md). Use addDays, addMonths, startedDays or startedMonths.";

/** Methods of `Date` that move it by its parts, in UTC or in the machine's zone. */
const setters = /^set(UTC)?(Date|Month|FullYear)$/;
const calendars = /^(temporal-polyfill|date-fns|luxon|dayjs|moment)\b/;
const dayMs = 86_400_000;

/** One module counts days and months (docs/rules/calendar.md). The option `days` also refuses days as milliseconds. */
export const oneCalendar: Rule = {
  meta: { schema: [{ type: "object", properties: { days: { type: "boolean" } }, additionalProperties: false }] },
  create(context) {
    const options = context.options[0] as { days?: boolean } | undefined;
    return {
      MemberExpression(node) {
        const { property } = node;
        if (property.type === "Identifier" && !node.computed && setters.test(property.name)) context.report({ message, node: property });
      },
      ImportDeclaration(node) {
        if (calendars.test(node.source.value)) context.report({ message, node });
      },
      Literal(node) {
        if (options?.days === true && node.value === dayMs) context.report({ message, node });
      },
    };
  },
};

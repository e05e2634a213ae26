import { oneCalendar } from "#scripts/lint/one-calendar.ts";
import { tester } from "#scripts/lint/tester.ts";

const errors = [/^lib\/platform\/time\/days-and-months\.ts alone counts days and months.*Use addDays, addMonths/];
const days = [{ days: true }];

tester.run("one-calendar", oneCalendar, {
  valid: [
    { code: "export const later = (at: Date) => new Date(at.getTime() + 3_600_000);", options: days },
    { code: "import { addMonths } from '#lib/platform/time/days-and-months.ts';\nexport const next = addMonths;", options: days },
    { code: "export const keptMs = 30 * 86_400_000;" },
    { code: "export const set = (at: Date) => at.setUTCHours(0);" },
  ].map((one) => ({ ...one, filename: "verb.ts" })),
  invalid: [
    { code: "export const set = (at: Date) => at.setUTCMonth(at.getUTCMonth() + 1);" },
    { code: "export const set = (at: Date) => at.setDate(0);" },
    { code: "export const set = (at: Date) => at.setFullYear(2028);" },
    { code: "import { Temporal } from 'temporal-polyfill';\nexport const now = Temporal.Now;" },
    { code: "import { addMonths } from 'date-fns/addMonths';\nexport const next = addMonths;" },
    { code: "export const later = (at: Date) => new Date(at.getTime() + 86_400_000);", options: days },
    { code: "export const dayMs = 86400000;", options: days },
  ].map((one) => ({ ...one, filename: "verb.ts", errors })),
});

import { timestamp } from "drizzle-orm/pg-core";

/** An instant with the precision that the API shows: milliseconds, UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

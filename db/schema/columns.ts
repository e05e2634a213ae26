import { timestamp } from "drizzle-orm/pg-core";

/** Milliseconds, as the API shows instants. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

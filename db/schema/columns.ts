import { timestamp } from "drizzle-orm/pg-core";

/** Milliseconds, as the API shows instants. */
export const instant = <Name extends string>(name: Name) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

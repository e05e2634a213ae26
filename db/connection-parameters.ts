/**
 * What every connection of ours sets for itself, so that a Postgres needs no tuning (docs/operations/database.md). Days and hours are UTC
 * whatever the server's time zone is. Compiling a plan takes longer than a statement of ours. Disks have no heads to move: at the stock
 * price of random pages a list would rather read all rows of its environment than those of its filter by their index.
 */
export const connectionParameters = { TimeZone: "UTC", jit: "off", random_page_cost: "1.1" };

import type { inferParserType } from "nuqs/server";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { get, live, liveList } from "#components/portal/queries.ts";
import { securityFilters } from "#lib/security/list-filters.ts";
import type { SecurityRow } from "#lib/security/list.ts";

export type SecurityRowData = Wire<SecurityRow>;

/** The filters of the list, as the address has them. */
export const securityParsers = parsersOf(securityFilters);
type Asked = Partial<inferParserType<typeof securityParsers & typeof cursorParsers>>;

export const securityQuery = (asked: Asked) => get("/support/security", { query: asked }, liveList);

export const securityTrendsQuery = get("/support/security/trends", {}, live);

import type { inferParserType } from "nuqs/server";
import { liveList, trpc } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { noticeFilters } from "#lib/delivery/notices/list-filters.ts";

export const noticeParsers = parsersOf(noticeFilters);

export const noticesQuery = (filters: Partial<inferParserType<typeof noticeParsers & typeof cursorParsers>>) =>
  trpc.console.notices.list.queryOptions(filters, liveList);

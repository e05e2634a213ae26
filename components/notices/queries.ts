import { liveList, trpc } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { noticeFilters, partnerNoticeFilters } from "#lib/delivery/notices/list-filters.ts";

export const noticeParsers = parsersOf(noticeFilters);

export const noticesQuery = (filters: ListQuery<typeof noticeParsers>) => trpc.console.notices.list.queryOptions(filters, liveList);

export const partnerNoticeParsers = parsersOf(partnerNoticeFilters);

export const partnerNoticesQuery = (filters: ListQuery<typeof partnerNoticeParsers>) => trpc.notices.list.queryOptions(filters, liveList);

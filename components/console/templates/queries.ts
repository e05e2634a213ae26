import { trpc } from "#components/kit/api/api.ts";

export const templatesQuery = trpc.console.templates.list.queryOptions();

import { trpc } from "#components/kit/api/api.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const insuredSettingsQuery = (environment: Environment) => trpc.insured.settings.queryOptions({ environment });

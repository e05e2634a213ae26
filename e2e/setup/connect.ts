import { inject } from "vitest";
import { completeEnvironment } from "#scripts/settings.ts";

// Runs before the imports of each test file, and so before lib/platform/env.ts reads the environment.
completeEnvironment({ DATABASE_URL: inject("databaseUrl"), DATA_DIR: inject("dataDirectory"), BASE_URL: inject("baseUrl") });

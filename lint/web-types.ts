import { globalReferences } from "#lint/globals.ts";
import type { Rule } from "#lint/rule.ts";

const webTypes = new Set(["Request", "Response"]);

/** Only lib/http knows `Request` and `Response` (architecture.md § Layout). */
export const webTypesAtTheEdge: Rule = {
  create(context) {
    return {
      "Program:exit"() {
        for (const { identifier } of globalReferences(context)) {
          if (!webTypes.has(identifier.name)) continue;
          const message = `Only lib/http knows ${identifier.name}: pages, jobs, scripts and tests run the same verbs without one. Take the data that is needed, and return data or throw ApiError.`;
          context.report({ message, node: identifier });
        }
      },
    };
  },
};

import type { RequestSample } from "#components/docs/samples/request-samples.ts";
import type { Operation } from "#components/docs/try-it-dialog.tsx";
import type { Example } from "#lib/platform/wire/endpoint.ts";

/** The examples of a chapter of the reference, by operation and number: "createContract 0". */
export type ChapterSamples = Readonly<Record<string, { operation: Operation; code: RequestSample; example?: Example }>>;

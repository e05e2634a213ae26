import { keptBytes } from "#lib/calls/rules/redact.ts";

/** How much of a streamed text is kept for the call log: enough for it to see that there was more than it keeps. */
const keptLength = 2 * keptBytes;

/** How a stream ended: with all of it sent, with the client gone, or with a failure of ours. */
export interface StreamEnd {
  /** The beginning of what was sent. */
  text: string;
  failure?: unknown;
}

/** Whether a verb answers a list page by page. */
export function isPaged(data: unknown): data is AsyncIterable<readonly unknown[]> {
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

/** The JSON text of pages of items as one list, a page at a time; holds no more than one. */
export async function* joinPages(
  pages: AsyncIterable<readonly unknown[]>,
  around: { before: string; after: string },
): AsyncGenerator<string, void> {
  let opening = around.before;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield opening + JSON.stringify(page).slice(1, -1);
    opening = ",";
  }
  yield opening === "," ? around.after : opening + around.after;
}

/**
 * A body that is made as fast as it is taken. The first part is made at once, so that what fails before anything is sent
 * throws here; a failure later on breaks the stream, which cuts the connection instead of faking an end.
 * `ended` is told once how it went, also when the client went away, after which nothing more is made.
 */
export async function streamText(
  parts: AsyncGenerator<string, void>,
  ended: (end: StreamEnd) => void,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let text = "";
  let over = false;
  const end = (failure?: { failure: unknown }) => {
    if (over) return;
    over = true;
    ended({ text, ...failure });
  };
  const encode = (part: string): Uint8Array => {
    if (text.length < keptLength) text += part.slice(0, keptLength - text.length);
    return encoder.encode(part);
  };

  const first = await parts.next();
  return new ReadableStream(
    {
      start(controller) {
        if (!first.done) controller.enqueue(encode(first.value));
      },
      async pull(controller) {
        try {
          const part = await parts.next();
          // The client went away while the part was made.
          if (over) return;
          if (!part.done) return controller.enqueue(encode(part.value));
          end();
          controller.close();
        } catch (failure) {
          end({ failure });
          // Whoever serves the stream may print this or even send it.
          controller.error(new Error("the answer cannot be finished"));
        }
      },
      async cancel() {
        end();
        await parts.return();
      },
    },
    // Made only when it is asked for: then a failure always meets the read that waits for it.
    { highWaterMark: 0 },
  );
}

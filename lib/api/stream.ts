import { keptBytes } from "#lib/platform/log/redact.ts";

/** Enough for the call log to see that it was truncated. */
const keptLength = 2 * keptBytes;

/** How a stream ended: complete, disconnected by the client, or with a failure of ours. */
export interface StreamEnd {
  text: string;
  failure?: unknown;
}

export function isPaged(data: unknown): data is AsyncIterable<readonly unknown[]> {
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

/** The JSON text of pages as one list, one page at a time. */
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
 * A stream that produces parts on demand. The first part is made before it returns, so that an early failure throws here; a later one
 * breaks the stream, which closes the connection. `ended` is called exactly once, also after a disconnect.
 */
export async function streamText(
  parts: AsyncIterator<string, unknown>,
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
          // The client disconnected while the part was made.
          if (over) return;
          if (!part.done) return controller.enqueue(encode(part.value));
          end();
          controller.close();
        } catch (failure) {
          end({ failure });
          // The server of the stream may print this or even send it.
          controller.error(new Error("the answer cannot be finished"));
        }
      },
      async cancel() {
        end();
        await parts.return?.();
      },
    },
    // Parts are made only on demand, so that a failure always reaches the pending read.
    { highWaterMark: 0 },
  );
}

import { chapters } from "#components/docs/reference/reference-labels.ts";
import { apiAddress } from "#components/docs/samples/api-address.ts";
import { referenceSample } from "#components/docs/samples/client-samples.ts";
import type { ChapterSamples } from "#components/docs/samples/guide-samples.ts";

/** The examples of a chapter, `contracts.json`, in every language of the samples, and as "Try it" sends them. */
export async function GET(_request: Request, { params }: { params: Promise<{ chapter: string }> }): Promise<Response> {
  const chapter = chapters.get((await params).chapter.replace(/\.json$/, ""));
  if (chapter === undefined) return new Response("There is no such chapter.", { status: 404 });
  const samples: ChapterSamples = Object.fromEntries(
    chapter.operations.flatMap((endpoint) =>
      (endpoint.examples ?? []).map((example, index) => {
        const { id, method, path } = endpoint;
        // A page has no file to send.
        const sent = example.form === undefined ? { example } : {};
        return [`${id} ${index}`, { operation: { id, method, path }, code: referenceSample(endpoint, example, apiAddress()), ...sent }];
      }),
    ),
  );
  return Response.json(samples, { headers: { "cache-control": "public, max-age=300" } });
}

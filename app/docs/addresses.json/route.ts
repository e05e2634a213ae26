import { markdownPaths } from "#components/docs/as-markdown.ts";
import { chapters } from "#components/docs/reference/reference-labels.ts";

/** Every address of the documentation. Other addresses do not exist, and server/stored-pages.ts renders nothing for them. */
export function GET(): Response {
  const pages = markdownPaths().map((path) => (path === "" ? "/docs" : `/docs/${path}`));
  const samples = [...chapters.keys()].map((slug) => `/docs/samples/${slug}.json`);
  // next.config.ts redirects it.
  const former = "/docs/reference/renewals";
  const texts = ["/llms.txt", "/llms-full.txt", "/skill.md"];
  return Response.json([...pages, ...pages.map((page) => `${page}.md`), ...samples, former, ...texts]);
}

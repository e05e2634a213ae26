import { relative } from "node:path";
import type { NodeOf, Rule } from "#scripts/lint/rule.ts";

interface Refusal {
  imports: RegExp;
  except?: RegExp;
  message: string;
}

/** Restrictions for all files. */
const everywhere: Refusal[] = [
  { imports: /^node:process$/, message: "The global `process` is the same; lib/platform/env.ts alone reads the environment." },
  { imports: /^\./, message: 'Write the path from the root, as in "#lib/platform/env.ts": it survives a move.' },
  { imports: /^#.*[/-](?:utils?|helpers?|managers?|common|misc)(?:\.tsx?$|[/-])/, message: "Name a file after the one thing it does." },
];

const tests: Refusal = {
  imports: /^#(?:e2e|scripts\/lint)\/|\.fixture\.ts$|^(?:vitest|fast-check|oxlint|@playwright\/test)(?:\/|$)/,
  message: "What runs must not need what tests it: move this into a test.",
};
const pages: Refusal = {
  imports: /^#(?:app|components|inngest|jobs|scripts|server)\/|^(?:next|react|react-dom|server-only)(?:\/|$)/,
  message: "Verbs know no page and no Next: take and return data.",
};
const requests: Refusal = { imports: /^#lib\/api\/.*\.ts$/, message: "A verb knows no request: lib/api calls it." };

const programs: Refusal = {
  imports: /^node:(?:child_process|cluster|vm|worker_threads)$/,
  message: "Code that answers requests starts no program and runs no text as code.",
};
const answersRequests = /^(?:app|components|inngest|jobs|lib|server)\/|^db\/(?:schema\/)?[^/]+$|^(?:proxy|server)\.ts$/;
/** A thread of the project's own with limits, for data from strangers. */
const decodesPhotos = /\/files\/heic-[^/]+\.ts$/;
const testsSomething = /\.(?:test|fixture)\.tsx?$/;

/** Modules with behaviour, such as verbs and the database, but not shapes, errors or tables. */
const work = /^#db\/|^#lib\/platform\/(?:env|ids)\.ts$|^#lib\/[^/]+\/[^/]+\/[^/]+\.ts$/;
const shapes =
  /^#db\/schema\/enums\.ts$|^#lib\/insurance\/catalogue\/|^#lib\/platform\/(?:errors|lists|money|text|traffic|wire)\/|^#lib\/platform\/time\/(?:calendar|dates|days-and-months)\.ts$|^#lib\/account\/worlds\/(?:brand[^/]*|call-sources|context)\.ts$|^#lib\/platform\/log\/(?:cut-keys|decode|mask|redact)\.ts$|^#lib\/[^/]+\/[^/]+\/(?:[^/]*schema[^/]*|catalogue[^/]*|requests[^/]*|payloads[^/]*|contract|renewal|product|claim)\.ts$/;
const declarations = /^#lib\/[^/]+\/[^/]+\/(?:endpoints[^/]*|list-filters)\.ts$/;
const workInShapes: Refusal = {
  imports: work,
  except: new RegExp(`${shapes.source}|${declarations.source}`),
  message:
    "Forms, handlers, rules, tables and OpenAPI import shapes, errors and declarations, so these run nothing. Put meaning into rules/, look-ups into the verb.",
};
const workInRules: Refusal = {
  imports: work,
  except: shapes,
  message:
    "Rules decide on what they are given, so that every case can be tested without a database, a clock or a network. Let the verb load it and pass it in.",
};

/**
 * The direction of imports inside a room: verbs → rules → schema. rooms.ts holds the direction between folders and rooms. The first
 * matching layer applies to a file.
 */
const layers: { files: RegExp; refuses: Refusal[] }[] = [
  { files: /\.(?:test|fixture)\.tsx?$|^e2e\/|^scripts\/(?:bench|lint)\/|\.config\.ts$/, refuses: [] },
  { files: /^lib\/[^/]+\/[^/]+\/rules\/|^lib\/insurance\/catalogue\//, refuses: [tests, pages, requests, workInRules] },
  {
    files:
      /^lib\/[^/]+\/[^/]+\/(?:schema|requests|payloads)[^/]*\.ts$|^lib\/.*\/endpoints[^/]*\.ts$|^lib\/platform\/wire\/endpoint\.ts$|^lib\/platform\/money\/money\.ts$|^lib\/platform\/errors\/(?!.*in-french)|^lib\/platform\/time\/dates\.ts$/,
    refuses: [tests, pages, requests, workInShapes],
  },
  { files: /^lib\/api\/|^app\/v2\/routes\.ts$|^app\/(?:files\/|healthz|readyz)/, refuses: [tests, pages] },
  // These modules start processes, or serve pages.
  { files: /^lib\/platform\/i18n\/|^lib\/rpc\/|^demo\/|^db\/migrate\.ts$/, refuses: [tests] },
  { files: /^(?:lib|db)\//, refuses: [tests, pages, requests] },
  { files: /./, refuses: [tests] },
];

export const imports: Rule = {
  create(context) {
    const file = relative(context.cwd, context.filename);
    const layer = layers.find(({ files }) => files.test(file))?.refuses ?? [];
    const isServed = answersRequests.test(file) && !testsSomething.test(file) && !decodesPhotos.test(file);
    const refusals = [...everywhere, ...layer, ...(isServed ? [programs] : [])];
    const check = ({ source }: NodeOf<"ImportDeclaration" | "ExportAllDeclaration" | "ExportNamedDeclaration">) => {
      if (source === null) return;
      const name = source.value;
      const refused = refusals.find((refusal) => refusal.imports.test(name) && refusal.except?.test(name) !== true);
      if (refused !== undefined) context.report({ message: refused.message, node: source });
    };
    return { ImportDeclaration: check, ExportAllDeclaration: check, ExportNamedDeclaration: check };
  },
};

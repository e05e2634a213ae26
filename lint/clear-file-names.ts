import { join, relative } from "node:path";
import type { Rule } from "#lint/rule.ts";

const root = join(import.meta.dirname, "..");
const empty = /(?:^|[/.-])(utils?|helpers?|managers?|common|misc)(?=[/.-])/;

/** A file's name says what is in it (style.md § Names). */
export const clearFileNames: Rule = {
  create(context) {
    return {
      Program(node) {
        const word = empty.exec(relative(root, context.filename).replaceAll("\\", "/"))?.[1];
        if (word === undefined) return;
        const message = `"${word}" does not say what is in the file, so anything ends up there. Name it after the one thing it does, and move the rest to where it is used.`;
        context.report({ message, node });
      },
    };
  },
};

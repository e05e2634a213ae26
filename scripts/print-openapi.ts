import { writeFileSync } from "node:fs";
import { buildDocument } from "#lib/api/openapi/document.ts";

/** Prints the OpenAPI description, or writes it to the given file; needs neither settings nor a database. */
const [path] = process.argv.slice(2);
const text = `${JSON.stringify(buildDocument("http://localhost:3000/v2"), null, 2)}\n`;
if (path === undefined) process.stdout.write(text);
else writeFileSync(path, text);

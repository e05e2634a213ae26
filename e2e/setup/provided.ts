declare module "vitest" {
  /** What the global set-ups hand to the test files. */
  interface ProvidedContext {
    databaseUrl: string;
    /** Where databases are made. */
    databaseServer: string;
    /** A database as migrations leave it, of which others are made. */
    pristineDatabase: string;
    dataDirectory: string;
    /** Of the server under test, without `/v2`; empty outside the project `api`. */
    baseUrl: string;
    /** How it serves the API: mounted straight on node:http, or through Next. */
    door: "server" | "next";
  }
}

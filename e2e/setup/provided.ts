declare module "vitest" {
  /** The values that the global set-ups provide to the test files. */
  interface ProvidedContext {
    databaseUrl: string;
    /** The server on which databases are made. */
    databaseServer: string;
    /** A database as migrations leave it, of which others are made. */
    pristineDatabase: string;
    dataDirectory: string;
    /** The address of the server under test, without `/v2`; empty outside the project `api`. */
    baseUrl: string;
    /** How it serves the API: mounted straight on node:http, or through Next. */
    door: "server" | "next";
    /** How far the walks of the suite go (`e2e/setup/walk.ts`). */
    walks: "examples" | "everything";
  }
}

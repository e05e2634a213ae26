import { randomBytes } from "node:crypto";
import postgres from "postgres";

export interface CreatedDatabase {
  name: string;
  url: string;
  remove(): Promise<void>;
}

/** Makes a database at a server: empty, or a copy of another, to which nobody may be connected. */
export async function createDatabase(server: string, template?: string): Promise<CreatedDatabase> {
  const name = `covergate_test_${randomBytes(6).toString("hex")}`;
  const run = async (statement: string) => {
    const sql = postgres(server, { max: 1 });
    await sql.unsafe(statement);
    await sql.end();
  };
  await run(`create database ${name} ${template === undefined ? "" : `template ${template}`}`);
  return {
    name,
    url: Object.assign(new URL(server), { pathname: name }).href,
    remove: () => run(`drop database ${name} with (force)`),
  };
}

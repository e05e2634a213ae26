import { withDatabase } from "#scripts/admin/database.ts";

/** Makes a claim handler in the database of a running Covergate, and prints how they sign in. */
const made = await withDatabase(async () => {
  const { makeUser } = await import("#lib/account/users/users.fixture.ts");
  return makeUser("handler");
});
console.log(JSON.stringify(made));

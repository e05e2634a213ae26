import { sql } from "#db/client.ts";

/** The e-mail addresses of a partner's owners who can sign in. */
export async function listOwnerEmails(partnerId: string): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    select email from users where partner_id = ${partnerId} and role = 'owner' and disabled_at is null order by id`;
  return rows.map(({ email }) => email);
}

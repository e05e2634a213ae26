import { answerWith } from "#lib/rpc/procedures.ts";
import { procedures } from "#lib/rpc/router.ts";

const answer = answerWith(procedures);

export { answer as GET, answer as POST };

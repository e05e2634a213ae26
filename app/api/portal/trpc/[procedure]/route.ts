import { procedures } from "#app/api/portal/_procedures/router.ts";
import { answerWith } from "#lib/http/procedures.ts";

const answer = answerWith(procedures);

export { answer as GET, answer as POST };

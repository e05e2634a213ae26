import { answerAssistant, refuseMethod } from "#app/_mcp/answer.ts";

/** The Model Context Protocol (Streamable HTTP). Without sessions there is nothing to GET or DELETE. */
export { answerAssistant as POST, refuseMethod as DELETE, refuseMethod as GET, refuseMethod as PATCH, refuseMethod as PUT };

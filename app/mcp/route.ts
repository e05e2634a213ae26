import { answerAssistant, refuseMethod } from "#app/_mcp/answer.ts";

/** The Model Context Protocol (Streamable HTTP). There are no sessions, so GET and DELETE are refused. */
export { answerAssistant as POST, refuseMethod as DELETE, refuseMethod as GET, refuseMethod as PATCH, refuseMethod as PUT };

import { answerAssistant, rejectMethod } from "#app/_mcp/server.ts";

/** The Model Context Protocol (Streamable HTTP). There are no sessions, so GET and DELETE are refused. */
export { answerAssistant as POST, rejectMethod as DELETE, rejectMethod as GET, rejectMethod as PATCH, rejectMethod as PUT };

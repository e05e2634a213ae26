// No imports, since the browser loads this file.

/** Set on requests that a page makes by itself, which do not keep a session alive. */
export const pollHeader = "x-covergate-poll";

/** The address that served this package, which writes it here; used where neither `baseUrl` nor COVERGATE_BASE_URL names another. */
export const servedFrom = "http://localhost:3000";

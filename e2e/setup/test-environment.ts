/** The settings that the tests and the servers under test share: keys made on one side are read on the other. */
export const testEnvironment = {
  APP_SECRET: "a-secret-of-the-tests-that-guards-nothing",
  LOG_LEVEL: "error",
  // Unit tests touch no database; those that do are given one by e2e/setup/connect.ts.
  DATABASE_URL: "postgres://none@127.0.0.1:1/none",
  DATABASE_SOCKET: "",
};

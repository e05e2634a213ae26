import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js";
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external.js";

/** Runs code as Next does for a request, so that `cookies()` and `headers()` answer. */
export function inNextRequest<Result>(cookies: ReadonlyMap<string, { value: string }>, run: () => Result): Result {
  const request = { type: "request", phase: "action", userspaceMutableCookies: new Map(cookies), headers: new Headers() };
  return workAsyncStorage.run({ route: "/" } as never, () => workUnitAsyncStorage.run(request as never, run));
}

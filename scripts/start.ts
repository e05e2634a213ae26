import { buildIfStale } from "#scripts/build.ts";
import { runUntilStopped } from "#scripts/lifecycle.ts";
import { explainPort, prepare } from "#scripts/prepare.ts";
import { welcome } from "#scripts/welcome.ts";

await runUntilStopped(async (running) => {
  const { env, openDatabase } = await prepare("production", running);
  const started = await openDatabase();
  await buildIfStale(running);
  const { startServer } = await import("#server.ts");
  const starting = startServer(running);
  // A signal may come before it has started; that it could not start is told below.
  running.onStop(() =>
    starting.then(
      (server) => server.stop(),
      () => undefined,
    ),
  );
  const { url } = await starting.catch((error: unknown) => {
    // Somebody else may have taken the port during the build.
    throw explainPort(env, error);
  });
  console.log(welcome(url, started));
  running.ready();
});

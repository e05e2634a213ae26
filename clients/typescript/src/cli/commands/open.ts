import { spawn } from "node:child_process";
import type { Command } from "commander";
import { findAddress } from "../session.ts";
import type { GlobalOptions } from "../session.ts";
import { say, sayJson } from "../terminal.ts";

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

export function addOpen(program: Command): void {
  program
    .command("open")
    .description("print the portal's page of something, and open it in the browser")
    .argument("[id]", "a contract, renewal, claim, product, event, delivery or call; the overview without it")
    .option("--print", "only print the address")
    .action(async (id: string | undefined, _options: object, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { print?: boolean }>();
      const address = await findAddress(options);
      const url = `${address}/${options.environment}${id === undefined ? "" : `/open/${encodeURIComponent(id)}`}`;
      if (options.json) sayJson({ url });
      else say(url);
      if (process.stdout.isTTY && options.print !== true && !options.json) openInBrowser(url);
    });
}

function openInBrowser(url: string): void {
  const [program, ...flags] = openers[process.platform] ?? ["xdg-open"];
  const browser = spawn(program, [...flags, url], { stdio: "ignore", detached: true });
  // Without a browser, the address that was printed is what there is.
  browser.once("error", () => undefined);
  browser.unref();
}

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** The keyring of the operating system, by the program that comes with it. Secrets go by standard input, since anybody sees arguments. */
const service = "covergate";

/** False where there is no keyring, or it is locked. */
export async function storeInKeyring(account: string, secret: string): Promise<boolean> {
  if (process.platform === "darwin") {
    // As bytes, so that nothing needs quoting.
    const bytes = Buffer.from(secret).toString("hex");
    return (await run("security", ["-i"], `add-generic-password -U -s ${service} -a "${account}" -X ${bytes}\n`)) !== undefined;
  }
  if (process.platform !== "linux") return false;
  const place = ["service", service, "account", account];
  return (await run("secret-tool", ["store", "--label", `Covergate ${account}`, ...place], secret)) !== undefined;
}

export async function readFromKeyring(account: string): Promise<string | undefined> {
  const found =
    process.platform === "darwin"
      ? await run("security", ["find-generic-password", "-s", service, "-a", account, "-w"])
      : await run("secret-tool", ["lookup", "service", service, "account", account]);
  return found === undefined || found.trim() === "" ? undefined : found.trim();
}

export async function removeFromKeyring(account: string): Promise<void> {
  if (process.platform === "darwin") await run("security", ["delete-generic-password", "-s", service, "-a", account]);
  else await run("secret-tool", ["clear", "service", service, "account", account]);
}

/** What a program prints; undefined where it is missing or fails. */
async function run(command: string, args: readonly string[], input = ""): Promise<string | undefined> {
  const program = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"], timeout: 5_000 });
  const ended = new Promise<number | null>((resolve) => {
    program.once("error", () => resolve(null));
    program.once("close", resolve);
  });
  // A program that ends without reading is told by its exit code.
  program.stdin.on("error", () => undefined);
  program.stdin.end(input);
  const [printed, code] = await Promise.all([text(program.stdout), ended]);
  return code === 0 ? printed : undefined;
}

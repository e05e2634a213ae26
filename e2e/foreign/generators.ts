import { createHash } from "node:crypto";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  MissingTool,
  download,
  installMs,
  keepGuzzle,
  keepNpmPackages,
  keepPythonPackages,
  keepTool,
  needProgram,
  runTool,
} from "#e2e/foreign/kept-tools.ts";
import { environmentWith } from "#scripts/settings.ts";

const root = join(import.meta.dirname, "../..");
const walks = join(import.meta.dirname, "walks");

/** The place where a client is made: an empty directory, and the published description. */
export interface Workshop {
  directory: string;
  document: string;
}

/** How a compiled client walks through the API: a program, what it is given, and what its environment has besides. */
export interface Walk {
  program: string;
  given: string[];
  env?: Record<string, string>;
}

export interface ClientGenerator {
  name: string;
  /** Generates a client and compiles it, with a walk where it can run here; throws MissingTool. */
  makeClient(workshop: Workshop): Promise<Walk | undefined>;
}

const openapiGenerator = {
  version: "7.25.0",
  sha256: "41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae",
};

const oapiCodegenVersion = "2.8.2";

/** The configuration of oapi-codegen in the guide. */
function configurationOfGuide(): string {
  const guide = readFileSync(join(root, "docs/guides/en/client-libraries.md"), "utf8");
  return /```yaml\n(package:.*?)```/s.exec(guide)?.[1] ?? "";
}

async function runOpenapiGenerator(language: string, { directory, document }: Workshop, properties: string[] = []): Promise<string> {
  const java = needProgram("java");
  const { version, sha256 } = openapiGenerator;
  const name = `openapi-generator-cli-${version}`;
  const kept = await keepTool(name, async (place) => {
    const file = join(place, `${name}.jar`);
    await download(`https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/${version}/${name}.jar`, file);
    if (createHash("sha256").update(readFileSync(file)).digest("hex") !== sha256) throw new Error(`${name}.jar is not what it was`);
  });
  const client = join(directory, "client");
  const noDocuments = "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";
  const given = ["generate", "-g", language, "-i", document, "-o", client, "--global-property", noDocuments, ...properties];
  await runTool(java, ["-jar", join(kept, `${name}.jar`), ...given]);
  return client;
}

/** Python for all clients: the generator that is written in it, and what the clients import. */
const keepPython = () =>
  keepPythonPackages("openapi-python-client-0.29.1", [
    ...["openapi-python-client==0.29.1", "httpx==0.28.1", "attrs==26.1.0"],
    ...["pydantic==2.14.3", "urllib3==2.8.0", "python-dateutil==4.0.0"],
  ]);

/** Go has no `--version`, by which others are recognised. */
const needGo = () => needProgram("go", "version");

const typescript = "typescript@5.9.3";

/** Compiles a client with its walk to CommonJS, since generated imports name no extension. */
async function compileTypescript(walk: string, directory: string): Promise<Walk> {
  cpSync(join(walks, walk), join(directory, "walk.ts"));
  const compilerOptions = {
    ...{ target: "es2022", lib: ["es2023", "dom", "dom.iterable"], module: "commonjs", moduleResolution: "bundler", strict: true },
    ...{ rootDir: ".", outDir: "compiled", types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
  };
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["walk.ts", "client/**/*.ts"] }));
  writeFileSync(join(directory, "package.json"), JSON.stringify({ type: "commonjs" }));
  await runTool(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--project", directory]);
  return { program: process.execPath, given: [join(directory, "compiled/walk.js")] };
}

async function compilePython(walk: string, python: string, directory: string): Promise<Walk> {
  cpSync(join(walks, walk), join(directory, "walk.py"));
  await runTool(python, ["-m", "compileall", "-q", directory]);
  return { program: python, given: [join(directory, "walk.py")], env: { PYTHONPATH: `${directory}:${join(directory, "client")}` } };
}

/** Builds a client with its walk, which becomes the module `covergate`; throws MissingTool where Go's packages cannot be had. */
async function compileGo(walk: string, directory: string): Promise<Walk> {
  const go = needGo();
  cpSync(join(walks, walk), join(directory, "main.go"));
  writeFileSync(join(directory, "go.mod"), "module covergate\n\ngo 1.22\n");
  await runTool(go, ["mod", "tidy"], { cwd: directory, timeout: installMs }).catch((error: unknown) => {
    throw new MissingTool(`the packages of the Go client cannot be had: ${(error as Error).message}`);
  });
  await runTool(go, ["build", "-o", "walk", "."], { cwd: directory });
  return { program: join(directory, "walk"), given: [] };
}

export const generators: ClientGenerator[] = [
  {
    name: "openapi-generator typescript-fetch",
    async makeClient(workshop) {
      await runOpenapiGenerator("typescript-fetch", workshop);
      return compileTypescript("typescript-fetch.ts", workshop.directory);
    },
  },
  {
    name: "openapi-generator python",
    async makeClient(workshop) {
      const python = join(await keepPython(), "bin/python");
      await runOpenapiGenerator("python", workshop);
      return compilePython("python_generator.py", python, workshop.directory);
    },
  },
  {
    name: "openapi-generator php",
    async makeClient(workshop) {
      const php = needProgram("php");
      const autoload = await keepGuzzle();
      const client = await runOpenapiGenerator("php", workshop);
      const files = globSync("lib/**/*.php", { cwd: client });
      const checkEach = 'for each; do "$PHP" -l "$each" > /dev/null || exit 1; done';
      await runTool("sh", ["-c", checkEach, "sh", ...files], { cwd: client, env: { PHP: php } });
      return { program: php, given: [join(walks, "walk.php")], env: { AUTOLOAD: autoload, CLIENT: client } };
    },
  },
  {
    name: "openapi-generator java",
    async makeClient(workshop) {
      const [java, javac, maven] = [needProgram("java"), needProgram("javac"), needProgram("mvn")];
      const client = await runOpenapiGenerator("java", workshop);
      const libraries = await keepTool(`openapi-generator-${openapiGenerator.version}-java`, (place) => {
        const given = ["-q", "-B", "-f", join(client, "pom.xml"), "dependency:copy-dependencies", "-DincludeScope=compile"];
        return runTool(maven, [...given, `-DoutputDirectory=${place}`], { timeout: installMs });
      });
      const [compiled, sources] = [join(workshop.directory, "compiled"), join(workshop.directory, "sources")];
      const files = globSync("src/main/java/**/*.java", { cwd: client }).map((file) => join(client, file));
      writeFileSync(sources, [...files, join(walks, "Walk.java")].join("\n"));
      const given = ["-proc:none", "-nowarn", "-encoding", "UTF-8", "-d", compiled, "-cp", `${libraries}/*`, `@${sources}`];
      await runTool(javac, given);
      return { program: java, given: ["-Dfile.encoding=UTF-8", "-cp", `${compiled}:${libraries}/*`, "Walk"] };
    },
  },
  {
    name: "openapi-generator go",
    async makeClient(workshop) {
      needGo();
      // Go has one namespace for the values of all enumerations.
      const client = await runOpenapiGenerator("go", workshop, ["--additional-properties=enumClassPrefix=true"]);
      for (const file of ["go.mod", "go.sum"]) rmSync(join(client, file), { force: true });
      return compileGo("go-generator.go", workshop.directory);
    },
  },
  {
    name: "openapi-generator csharp",
    async makeClient(workshop) {
      const dotnet = needProgram("dotnet");
      const client = await runOpenapiGenerator("csharp", workshop);
      const project = join(client, "src/Org.OpenAPITools");
      await runTool(dotnet, ["restore", project]).catch((error: unknown) => {
        throw new MissingTool(`the packages of the C# client cannot be installed: ${(error as Error).message}`);
      });
      await runTool(dotnet, ["build", "--no-restore", project]);
      return undefined;
    },
  },
  {
    name: "openapi-python-client",
    async makeClient({ directory, document }) {
      const programs = join(await keepPython(), "bin");
      const python = join(programs, "python");
      const given = ["generate", "--path", document, "--meta", "none", "--output-path", join(directory, "covergate_client")];
      // It formats what it makes with ruff, which came with it.
      const env = { PATH: `${programs}:${environmentWith({})["PATH"] ?? ""}` };
      await runTool(python, ["-m", "openapi_python_client", ...given, "--fail-on-warning"], { env });
      return compilePython("python_client.py", python, directory);
    },
  },
  {
    name: "oapi-codegen",
    async makeClient({ directory, document }) {
      const go = needGo();
      const kept = await keepTool(`oapi-codegen-${oapiCodegenVersion}`, async (place) => {
        const program = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${oapiCodegenVersion}`;
        await runTool(go, ["install", program], { env: { GOBIN: place }, timeout: installMs });
      });
      mkdirSync(join(directory, "client"));
      const config = join(directory, "oapi-codegen.yaml");
      writeFileSync(config, configurationOfGuide());
      await runTool(join(kept, "oapi-codegen"), ["-config", config, document], { cwd: join(directory, "client") });
      return compileGo("oapi-codegen.go", directory);
    },
  },
  {
    name: "orval",
    async makeClient({ directory, document }) {
      const kept = await keepNpmPackages("orval-8.38.0", ["orval@8.38.0", typescript]);
      const config = join(directory, "orval.config.mjs");
      const output = { target: "client/covergate.ts", client: "fetch", baseUrl: { getBaseUrlFromSpecification: true } };
      writeFileSync(config, `export default ${JSON.stringify({ covergate: { input: document, output } })};`);
      await runTool(join(kept, "node_modules/.bin/orval"), ["--config", config], { cwd: directory });
      return compileTypescript("orval.ts", directory);
    },
  },
  {
    name: "hey-api openapi-ts",
    async makeClient({ directory, document }) {
      const kept = await keepNpmPackages("hey-api-openapi-ts-0.99.0", ["@hey-api/openapi-ts@0.99.0", typescript]);
      const given = ["--input", document, "--output", join(directory, "client")];
      await runTool(join(kept, "node_modules/.bin/openapi-ts"), given, { cwd: directory });
      return compileTypescript("hey-api.ts", directory);
    },
  },
  {
    name: "openapi-typescript",
    async makeClient({ directory, document }) {
      const kept = await keepNpmPackages("openapi-typescript-7.13.0", ["openapi-typescript@7.13.0", typescript]);
      mkdirSync(join(directory, "client"));
      const client = join(directory, "client/schema.d.ts");
      await runTool(join(kept, "node_modules/.bin/openapi-typescript"), [document, "--output", client], { cwd: directory });
      symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
      return compileTypescript("openapi-typescript.ts", directory);
    },
  },
];

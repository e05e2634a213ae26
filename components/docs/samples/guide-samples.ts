import { randomUUID } from "node:crypto";
import { fillGuideStep, namesOf, variableOf } from "#components/docs/guide-step.ts";
import type { GuideStep } from "#components/docs/guide-step.ts";
import { sampleRequest } from "#components/docs/samples/request-samples.ts";
import type { RequestSample } from "#components/docs/samples/request-samples.ts";

/** A placeholder for a variable that no sample generator encodes. */
const markOf = (name: string) => `__${variableOf(name)}__`;
const mark = /__([A-Z]+)__/;

/** A step of a guide as code that reads its values from the environment; curl also captures the values for later steps. */
export function guideSamples(step: GuideStep, { address, now }: { address: string; now: Date }): RequestSample {
  const marks = Object.fromEntries(namesOf(step).map((name) => [name, markOf(name)]));
  const example = fillGuideStep(step, { ...marks, uuid: randomUUID() }, now);
  const { curl, typescript, php, python } = sampleRequest(step.endpoint, example, address);
  return {
    curl: keepCaptured(inShell(curl, example.body), step.capture),
    typescript: replaceTexts(typescript, /'([^'\n]*)'/g, (before, name, after) =>
      before + after === "" ? `process.env.${name}` : `\`${before}\${process.env.${name}}${after}\``,
    ),
    php: replaceTexts(php, /['"]([^'"\n]*)['"]/g, (before, name, after) =>
      [before && `"${before}"`, `getenv('${name}')`, after && `"${after}"`].filter((part) => part !== "").join(" . "),
    ),
    python: replaceTexts(python, /"([^"\n]*)"/g, (before, name, after) =>
      before + after === "" ? `os.environ["${name}"]` : `f"${before}{os.environ['${name}']}${after}"`,
    ),
  };
}

function replaceTexts(code: string, literals: RegExp, write: (before: string, name: string, after: string) => string): string {
  return code.replaceAll(literals, (literal, text: string) => {
    const match = mark.exec(text);
    return match?.[1] === undefined ? literal : write(text.slice(0, match.index), match[1], text.slice(match.index + match[0].length));
  });
}

/** Lets the shell fill in the variables: in the address, and in the body as a here-document. */
function inShell(curl: string, body: unknown): string {
  const [request = "", sent] = curl.replace(/^curl /, "curl -sS ").split(/ \\\n {2}-d /);
  const withVariables = request.replace(/'?(https?:[^\s']*__[A-Z]+__[^\s']*)'?/, '"$1"').replaceAll(new RegExp(mark, "g"), "$$$1");
  if (sent === undefined) return withVariables;
  const text = JSON.stringify(body, null, 2);
  if (!mark.test(text)) return `${withVariables} \\\n  -d ${sent}`;
  if (/[$`\\]/.test(text)) throw new Error(`a shell would change the text ${text}`);
  return `${withVariables} \\\n  -d @- <<JSON\n${text.replaceAll(new RegExp(mark, "g"), "$$$1")}\nJSON`;
}

/** Prints the answer and exports values from it, with tools that every shell has. */
function keepCaptured(command: string, capture: GuideStep["capture"] = {}): string {
  const names = Object.entries(capture);
  if (names.length === 0) return command;
  const isDocument = command.endsWith("\nJSON");
  return [
    `answer=$(${command}${isDocument ? "\n" : ""})`,
    `printf '%s\\n' "$answer"`,
    ...names.map(
      ([name, place]) =>
        `export ${variableOf(name)}=$(printf '%s' "$answer" | grep -o '${patternOf(place)}' | head -n 1 | cut -d '"' -f 4)`,
    ),
  ].join("\n");
}

/** A pattern for the first value of a name in JSON; `*` is the first key of an object. */
function patternOf(place: string): string {
  const [last = "", before = ""] = place.split(".").toReversed();
  return last === "*" ? `"${before}":{"[^"]*"` : `"${last}":"[^"]*"`;
}

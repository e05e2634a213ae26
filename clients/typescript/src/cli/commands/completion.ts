import { Argument } from "commander";
import type { Command, Option } from "commander";
import { operations } from "../../generated/api.ts";
import { say } from "../terminal.ts";

/** Each asks `covergate __complete` with the words so far, the one under the cursor last. */
const scripts = {
  bash: `_covergate() {
  local IFS=$'\\n'
  COMPREPLY=($(covergate __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _covergate covergate`,
  zsh: `#compdef covergate
_covergate() {
  local -a found
  found=("\${(@f)$(covergate __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then compadd -a found; else _files; fi
}
compdef _covergate covergate`,
  fish: `function __covergate_complete
  set -l words (commandline -opc) (commandline -ct)
  covergate __complete -- $words[2..-1] 2>/dev/null
end
complete -c covergate -a '(__covergate_complete)'`,
} as const;

export function addCompletion(program: Command): void {
  const shells = Object.keys(scripts) as (keyof typeof scripts)[];
  program
    .command("completion")
    .description("print the completion of a shell, as in: source <(covergate completion bash)")
    .addArgument(new Argument("<shell>").choices(shells))
    .action((shell: keyof typeof scripts) => say(scripts[shell]));
  program.command("__complete [words...]", { hidden: true }).action((words: string[]) => {
    const found = complete(program, words);
    if (found.length > 0) say(found.join("\n"));
  });
}

/** The words that may stand where the last one begins. */
function complete(program: Command, words: readonly string[]): string[] {
  const current = words.at(-1) ?? "";
  let command = program;
  let arity = 0;
  let awaiting: Option | undefined;
  for (const word of words.slice(0, -1)) {
    const option = optionsOf(command, program).find(({ short, long }) => word === short || word === long);
    if (option !== undefined) awaiting = option.required ? option : undefined;
    else if (awaiting !== undefined) awaiting = awaiting.variadic ? awaiting : undefined;
    else {
      const inner = arity === 0 ? command.commands.find((each) => each.name() === word) : undefined;
      if (inner === undefined) arity += 1;
      else command = inner;
    }
  }
  const found = current.startsWith("-")
    ? optionsOf(command, program).flatMap(({ long }) => long ?? [])
    : awaiting === undefined
      ? [...(arity === 0 ? visibleCommands(command) : []), ...(choicesOf(command, arity) ?? [])]
      : (awaiting.argChoices ?? []);
  return found.filter((each) => each.startsWith(current)).toSorted();
}

function optionsOf(command: Command, program: Command): readonly Option[] {
  return command === program ? program.options : [...command.options, ...program.options.filter(({ long }) => long !== "--version")];
}

function visibleCommands(command: Command): string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((each) => each.name());
}

function choicesOf(command: Command, index: number): readonly string[] | undefined {
  if (command.name() === "api" && index === 1) return [...new Set(Object.values(operations).map(({ path }) => path))];
  return command.registeredArguments[index]?.argChoices;
}

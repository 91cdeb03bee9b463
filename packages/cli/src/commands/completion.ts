import { Argument, type Command } from 'commander';
import { AGENT_IDS } from '../agents/index.js';
import { EXIT, type ExitCode } from '../errors/exit.js';
import type { Io } from '../io.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const MORE = `
Add this to the start-up file of your shell:
  bash   eval "$(rutbreak completion bash)"
  zsh    eval "$(rutbreak completion zsh)"
  fish   rutbreak completion fish | source
`;

export function addCompletion(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('completion')
    .summary('print a script that completes commands in your shell')
    .description('Print a script that completes commands, options and names of agents in your shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText('after', MORE)
    .action(async (shell: Shell) => {
      await io.stdout.write(SCRIPTS[shell](wordsOf(program)));
      end(EXIT.nothingFound);
    });
}

/** The words that may follow each command. */
type Words = readonly (readonly [command: string, words: string])[];

const NAMES_AGENTS = new Set(['init', 'doctor', 'hook']);

function wordsOf(program: Command): Words {
  const optionsOf = (command: Command): string[] => command.options.flatMap(({ long }) => long ?? []);
  const namesOf = (command: Command): string[] => command.commands.map((one) => one.name());
  return [
    ['', namesOf(program).join(' ')],
    ...program.commands.map((command): readonly [string, string] => {
      const agents = NAMES_AGENTS.has(command.name()) ? AGENT_IDS : [];
      return [command.name(), [...namesOf(command), ...agents, ...optionsOf(command)].join(' ')];
    }),
  ];
}

const cases = (words: Words): string =>
  words.map(([command, list]) => `    ${command === '' ? '""' : command}) words="${list}" ;;`).join('\n');

const bash = (words: Words): string => `_rutbreak() {
  local words="" command="" current="\${COMP_WORDS[COMP_CWORD]}"
  [ "$COMP_CWORD" -gt 1 ] && command="\${COMP_WORDS[1]}"
  case "$command" in
${cases(words)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$current"))
  return 0
}
complete -F _rutbreak rutbreak
`;

const SCRIPTS: Readonly<Record<Shell, (words: Words) => string>> = {
  bash,
  zsh: (words) => `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`,
  fish: (words) =>
    words
      .map(([command, list]) => {
        const when = command === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${command}`;
        return `complete -c rutbreak -n '${when}' -a '${list}'\n`;
      })
      .join(''),
};

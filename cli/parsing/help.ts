/** The texts of --help. */
import type { Command, CommandGroup, OptionSpec } from '../command.ts';

type CommandSummary = Pick<Command, 'name' | 'summary'>;

/** Help for all commands. */
export function overviewHelp(commands: readonly CommandSummary[]): string {
  return `${[
    'From one OpenAPI document: a mock server, Pact contracts, a verifier and a CI gate.',
    '',
    'Usage: plant-store COMMAND [options]',
    '',
    ...commandRows(commands),
    '',
    'plant-store COMMAND --help shows the options and examples of a command.',
    'Exit codes: 0 conforms, 1 does not conform, 2 inconclusive.',
  ].join('\n')}\n`;
}

/** Help for a command with subcommands. */
export function groupHelp({ name, summary, usage, subcommands }: CommandGroup): string {
  return `${[
    summary,
    '',
    `Usage: ${usage}`,
    '',
    ...commandRows(Object.values(subcommands)),
    '',
    `plant-store ${name} SUBCOMMAND --help shows the options and examples of a subcommand.`,
  ].join('\n')}\n`;
}

function commandRows(commands: readonly CommandSummary[]): readonly string[] {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
}

/** Help for one command. */
export function commandHelp({ summary, usage, options, examples }: Command): string {
  return `${[
    summary,
    '',
    `Usage: ${usage}`,
    '',
    ...optionLines(options),
    'Examples:',
    ...examples.map((example) => `  ${example}`),
  ].join('\n')}\n`;
}

/** Options by group, each under its heading and followed by an empty line. */
function optionLines(options: Command['options']): readonly string[] {
  const named = Object.entries(options).map(([name, spec]) => ({ label: optionLabel(name, spec), ...spec }));
  const width = Math.max(0, ...named.map(({ label }) => label.length));
  return [...Map.groupBy(named, ({ group }) => group)].flatMap(([group, rows]) => [
    ...(group === undefined ? [] : [`${group}:`]),
    ...rows.map(({ label, help }) => `  ${label.padEnd(width)}  ${help}`),
    '',
  ]);
}

function optionLabel(name: string, { type, value, multiple }: OptionSpec): string {
  return `--${name}${type === 'string' ? ` ${value ?? 'VALUE'}` : ''}${multiple === true ? ' ...' : ''}`;
}

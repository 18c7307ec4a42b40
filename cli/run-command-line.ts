/** Finds the command of a command line, parses its options, runs it, and turns failures into exit codes. */
import { findHookFailure } from '../contracts/hooks/loaded-files.ts';
import { formatError, KitError } from '../errors.ts';
import { sanitizeLine, sanitizeLines } from '../sanitize.ts';
import { suggestionHint } from '../spec/options/suggest-name.ts';
import type { Command, CommandGroup, CommandInput, Commands } from './command.ts';
import { endCommand } from './command-end.ts';
import { commandHelp, groupHelp, overviewHelp } from './parsing/help.ts';
import { maskGivenCredentials, parseInput } from './parsing/parse-arguments.ts';

const commands: Commands = {
  init: () => import('./commands/init.ts'),
  mock: () => import('./commands/mock.ts'),
  verify: () => import('./commands/verify.ts'),
  pact: () => import('./commands/pact.ts'),
  gate: () => import('./commands/gate.ts'),
  merge: () => import('./commands/merge.ts'),
  certificate: () => import('./commands/certificate.ts'),
  diff: () => import('./commands/diff.ts'),
  replay: () => import('./commands/replay.ts'),
  types: () => import('./commands/types.ts'),
  explain: () => import('./commands/explain.ts'),
  demo: () => import('./commands/demo.ts'),
};

/** Resolves to the exit code; never rejects. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (error) {
    // An uncaught error would exit with 1, which means that the implementation does not conform.
    process.stderr.write(failureText(error, args));
    return 2;
  } finally {
    endCommand();
  }
}

/** The message for a failure, without the credentials on the command line and in the environment. */
export function failureText(error: unknown, args: readonly string[]): string {
  const kitError = error instanceof KitError ? error : findHookFailure(error);
  const text = kitError === undefined ? formatInternalError(error) : formatError(kitError);
  return `${sanitizeLines(maskGivenCredentials(args, process.env)(text))}\n`;
}

function formatInternalError(error: unknown): string {
  return `The kit failed because of a bug. This says nothing about the implementation.\n${error instanceof Error ? error.stack : error}`;
}

async function dispatch([name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined || isHelpRequest(name)) {
    const loaded = await Promise.all(Object.values(commands).map((load) => load()));
    process.stdout.write(overviewHelp(loaded.map(({ command }) => command)));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    process.stdout.write(`${await readVersion()}\n`);
    return 0;
  }
  const { command } = await (await findCommand(name))();
  return 'subcommands' in command ? dispatchSubcommand(command, rest) : runCommand(command, rest);
}

async function dispatchSubcommand(group: CommandGroup, [name, ...rest]: readonly string[]): Promise<number> {
  const { subcommands } = group;
  if (name === undefined || isHelpRequest(name)) {
    process.stdout.write(groupHelp(group));
    return name === undefined ? 2 : 0;
  }
  const subcommand = findOwn(subcommands, name);
  if (subcommand === undefined) throw unknownCommandError(name, Object.keys(subcommands), `${group.name} `);
  return runCommand(subcommand, rest);
}

function isHelpRequest(name: string): boolean {
  return name === '--help' || name === '-h' || name === 'help';
}

async function findCommand(name: string): Promise<Commands[string]> {
  const found = findOwn(commands, name);
  if (found !== undefined) return found;
  if (name.startsWith('-'))
    throw new KitError('option-unknown', `${name} is before the command`, {
      fix: 'Write the command first, such as: plant-store mock --spec api.yaml; list the commands with: plant-store --help',
    });
  const { command } = await import('./commands/pact.ts');
  if (!Object.hasOwn(command.subcommands, name)) throw unknownCommandError(name, Object.keys(commands), '');
  throw new KitError('command-unknown', `"${name}" (did you mean pact ${name}?)`);
}

function findOwn<Entry>(entries: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Commands of other tools, and what does the same here. */
const commandsElsewhere: ReadonlyMap<string, string> = new Map([
  ['lint', 'gate'],
  ['validate', 'gate'],
  ['check', 'verify'],
  ['test', 'verify'],
  ['run', 'verify'],
  ['serve', 'mock'],
  ['start', 'mock'],
  ['stub', 'mock'],
  ['breaking', 'diff'],
  ['changelog', 'diff'],
]);

function unknownCommandError(name: string, known: readonly string[], prefix: string): KitError {
  const similar = prefix === '' ? commandsElsewhere.get(name) : undefined;
  const hint = similar === undefined ? suggestionHint(name, known) : ` (did you mean ${similar}?)`;
  const detail = `${prefix}"${name}": expected one of ${known.join(', ')}${hint}`;
  return new KitError('command-unknown', detail, { fix: `List the commands with: plant-store ${prefix}--help` });
}

async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  if (wantsHelp(args)) {
    process.stdout.write(commandHelp(command));
    return 0;
  }
  const input = await parseOrClearReports(command, args);
  const action = await command.action();
  return action.run(input);
}

/** After `--` everything is an argument. */
function wantsHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

async function parseOrClearReports(command: Command, args: readonly string[]): Promise<CommandInput> {
  try {
    const input = parseInput(command, args);
    if (command.targetArgument === undefined) return input;
    const { withConfiguration } = await import('./options/configured-options.ts');
    const configured = await withConfiguration(input, command.targetArgument);
    const { configuration } = configured;
    if (configuration !== undefined) process.stderr.write(`settings: ${sanitizeLine(configuration.file.name)}\n`);
    return { ...configured, given: input.options };
  } catch (error) {
    const { clearStaleReports } = await import('./parsing/clear-stale-reports.ts');
    clearStaleReports(command, args);
    throw error;
  }
}

async function readVersion(): Promise<string> {
  const { kitVersion } = await import('../spec/kit.ts');
  return kitVersion();
}

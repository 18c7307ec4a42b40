/** `plant-store COMMAND ...`: finds the command, parses its options, runs it, and turns failures into exit codes. */
import { parseArgs } from 'node:util';
import { errorTable, formatError, KitError } from '../errors.ts';
import type { Command, OptionSpec } from './command.ts';
import { commandHelp, overview } from './help.ts';

/** Imported when asked for: Prism alone costs a second. */
const commands: Readonly<Record<string, () => Promise<{ command: Command }>>> = {
  mock: () => import('./mock.ts'),
  verify: () => import('./verify.ts'),
  pact: () => import('./pact.ts'),
  gate: () => import('./gate.ts'),
  replay: () => import('./replay.ts'),
  explain: () => import('./explain.ts'),
};

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    process.stderr.write(`${formatError(error)}\n`);
    return 2;
  }
}

async function dispatch([name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const all = await Promise.all(Object.values(commands).map((load) => load()));
    process.stdout.write(overview(all.map(({ command }) => command)));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    process.stdout.write(`${await version()}\n`);
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    throw new KitError('command-unknown', `"${name}" is none of ${Object.keys(commands).join(', ')}`);
  }
  const { command } = await load();
  return run(command, rest);
}

async function run(command: Command, args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(commandHelp(command));
    return 0;
  }
  return command.run(parse(command, args));
}

function parse(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, spec]) => [name, parseArgsOption(spec)]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    return { options: values, positionals };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new KitError('option-unknown', detail, {
      fix: `${errorTable['option-unknown'].fix} (plant-store ${command.name} --help)`,
    });
  }
}

function parseArgsOption({ type, multiple = false }: OptionSpec) {
  return { type, multiple };
}

async function version(): Promise<string> {
  const { kitVersion } = await import('../spec/version.ts');
  return kitVersion();
}

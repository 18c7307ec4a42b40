/** Arguments as given into options by name; and the credentials among them, for errors that quote what was typed. */
import { parseArgs } from 'node:util';
import { KitError } from '../../errors.ts';
import { createMask, type Mask } from '../../secrets/masking.ts';
import { shellWord } from '../../shell/quote.ts';
import type { Command, CommandInput, OptionSpec } from '../command.ts';

/** Throws a KitError for an option that the command does not have, or a value that is missing. */
export function parseInput(command: Command, args: readonly string[]): CommandInput {
  const options = parseArgsOptions(command.options);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    return { options: values, positionals };
  } catch (error) {
    throw optionError(command, args, error);
  }
}

/** Of parseArgs's messages only the first line: the rest is advice on dashes. */
function optionError({ name, options }: Command, args: readonly string[], error: unknown): KitError {
  const [message = ''] = error instanceof Error ? error.message.split('\n') : [];
  const fix = `See plant-store ${name} --help.`;
  const [, ambiguousOption] = /^Option '(--[\w-]+)[^']*' argument is ambiguous/.exec(message) ?? [];
  if (ambiguousOption !== undefined) {
    const detail = `${ambiguousOption}: a value that begins with a dash is written ${ambiguousOption}=VALUE`;
    return new KitError('option-invalid', detail, { fix: `${equalsSignHint(ambiguousOption, args)} ${fix}` });
  }
  const [, unknown] = /^Unknown option '([^']*)'/.exec(message) ?? [];
  if (unknown === undefined) return new KitError('option-invalid', message, { fix });
  const known = Object.keys(options).map((option) => `--${option}`);
  const detail = `${unknown} is none of ${known.join(', ')}`;
  return new KitError('option-unknown', detail, { fix });
}

/** What was meant, to be copied. A secret that was given is masked where errors are shown. */
function equalsSignHint(option: string, args: readonly string[]): string {
  const value = args.find((arg, index) => args[index - 1] === option && arg.startsWith('-')) ?? 'VALUE';
  return `Write ${option}=${shellWord(value)} if that was meant.`;
}

/** As `parseArgs` takes them. */
export function parseArgsOptions(options: Command['options']) {
  return Object.fromEntries(Object.entries(options).map(([name, spec]) => [name, parseArgsOption(spec)]));
}

function parseArgsOption({ type, multiple = false }: OptionSpec) {
  return { type, multiple };
}

/** Credentials as they were given, for errors that quote what was typed, before anything has taken them for what they are. */
export function maskGivenCredentials(args: readonly string[], environment: NodeJS.ProcessEnv): Mask {
  const { PLANT_STORE_AUTH: lines = '', ...others } = environment;
  const variableValues = credentialVariables.map((name) => others[name] ?? '');
  const given = [...variableValues, ...lines.split(/\r?\n/), ...findCredentialOptions(args)];
  // Shorter ones stand in the words of an error by chance.
  return createMask(given.flatMap((one) => [one, one.replace(/^[\w.-]+=/, '')]).filter(({ length }) => length >= 6));
}

const credentialVariables = [
  ...['PLANT_STORE_TOKEN', 'PLANT_STORE_CONTROL_TOKEN'],
  ...['PACT_BROKER_TOKEN', 'PACT_BROKER_PASSWORD'],
] as const;

function findCredentialOptions(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const found = /^--(?:token|auth|control-token)(?:=(?<value>.*))?$/s.exec(arg);
    return found === null ? [] : [found.groups?.['value'] ?? args[index + 1] ?? ''];
  });
}

/** Parses arguments to options, and finds the credentials in them, so that errors can quote arguments safely. */
import { parseArgs } from 'node:util';
import { KitError } from '../../errors.ts';
import { createMask, type Mask } from '../../secrets/masking.ts';
import { shellWord } from '../../shell/quote.ts';
import { suggestName } from '../../spec/options/suggest-name.ts';
import type { Command, CommandInput, OptionSpec } from '../command.ts';

/** Throws a KitError for an unknown option, a missing value, and several values of an option that takes one. */
export function parseInput(command: Command, args: readonly string[]): CommandInput {
  const { values, positionals } = parseAll(command, args);
  const options = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) && command.options[name]?.multiple !== true ? singleValue(command, name, value) : value,
    ]),
  );
  return { options, positionals, command };
}

function parseAll(command: Command, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: parseArgsOptions(command.options),
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw optionError(command, args, error);
  }
}

/** The same value twice is no loss. The values may be secrets, so the message does not show them. */
function singleValue(
  { name: command }: Command,
  name: string,
  values: readonly (string | boolean)[],
): string | boolean {
  const [value = '', ...others] = new Set(values);
  if (others.length === 0) return value;
  const fix =
    name === 'spec'
      ? `Run plant-store ${command} once for each document, or keep one --spec.`
      : `Keep one --${name}; see plant-store ${command} --help for the options that may be repeated.`;
  throw new KitError('option-invalid', `--${name} has ${values.length} different values, but takes one`, { fix });
}

/** Uses only the first line of parseArgs's message: the rest is a hint about dashes. */
function optionError({ name, options }: Command, args: readonly string[], error: unknown): KitError {
  const [message = ''] = error instanceof Error ? error.message.split('\n') : [];
  const fix = `See plant-store ${name} --help.`;
  const [, ambiguousOption] = /^Option '(--[\w-]+)[^']*' argument is ambiguous/.exec(message) ?? [];
  if (ambiguousOption !== undefined) {
    const detail = `${ambiguousOption}: write a value that begins with a dash as ${ambiguousOption}=VALUE`;
    return new KitError('option-invalid', detail, { fix: `${equalsSignHint(ambiguousOption, args)} ${fix}` });
  }
  const [, unknown] = /^Unknown option '([^']*)'/.exec(message) ?? [];
  if (unknown === undefined) return new KitError('option-invalid', message, { fix });
  return new KitError('option-unknown', unknownOptionDetail(unknown, Object.keys(options), args), { fix });
}

/** parseArgs reads `-spec` as the options -s, -p, -e and -c. */
function unknownOptionDetail(unknown: string, known: readonly string[], args: readonly string[]): string {
  const given = args.find((arg) => /^-[a-z][\w-]+$/i.test(arg) && arg.startsWith(unknown)) ?? unknown;
  const word = given.replace(/^-+/, '');
  const suggestion = suggestName(word, known) ?? otherName(word, known);
  return suggestion === undefined
    ? `${unknown}: expected one of ${known.map((name) => `--${name}`).join(', ')}`
    : `${given} (did you mean --${suggestion}?)`;
}

/** The option that the word begins with, such as `--out` for `--output`, or which does the same as that of another tool. */
function otherName(word: string, known: readonly string[]): string | undefined {
  const others = optionsElsewhere.get(word) ?? [];
  return [...others, ...known.filter((name) => name.length > 2 && word.startsWith(name))].find((name) =>
    known.includes(name),
  );
}

/** Options of other tools, or of other commands, and what does the same here. */
const optionsElsewhere: ReadonlyMap<string, readonly string[]> = new Map([
  ['out', ['report']],
  ['output', ['out', 'report']],
  ['openapi', ['spec']],
  ['schema', ['spec']],
  ['contract', ['spec']],
  ['file', ['spec']],
]);

/** The corrected option, to copy. Secrets in it are masked when the error is printed. */
function equalsSignHint(option: string, args: readonly string[]): string {
  const value = args.find((arg, index) => args[index - 1] === option && arg.startsWith('-')) ?? 'VALUE';
  return `If you meant the value, write ${option}=${shellWord(value)}.`;
}

/** The options in the format of `parseArgs`, with all values of each: of other options it keeps only the last. */
export function parseArgsOptions(options: Command['options']) {
  return Object.fromEntries(Object.entries(options).map(([name, spec]) => [name, parseArgsOption(spec)]));
}

function parseArgsOption({ type }: OptionSpec) {
  return { type, multiple: type === 'string' };
}

/** A mask for the credentials in arguments and environment, for errors raised before they are parsed. */
export function maskGivenCredentials(args: readonly string[], environment: NodeJS.ProcessEnv): Mask {
  const { PLANT_STORE_AUTH: own = '', PLANT_STORE_AUTH_OTHER: other = '', ...others } = environment;
  const headers = (others['PLANT_STORE_HEADERS'] ?? '').split(/\r?\n/).map(headerValueOf);
  const variableValues = credentialVariables.map((name) => others[name] ?? '');
  const lines = [own, other].flatMap((text) => text.split(/\r?\n/));
  const given = [...variableValues, ...lines, ...headers, ...findCredentialOptions(args), ...configuredSecrets];
  // Shorter values would also match ordinary words of an error.
  return createMask(given.flatMap((one) => [one, one.replace(/^[\w.-]+=/, '')]).filter(({ length }) => length >= 6));
}

/** The part after the name. */
function headerValueOf(line: string): string {
  return line.replace(/^[^:]*: */, '');
}

/** Credentials of a configuration, whose variables have any names. */
const configuredSecrets = new Set<string>();

/** Call for each, so that no error shows it. */
export function rememberSecret(secret: string): void {
  configuredSecrets.add(secret);
}

const credentialVariables = [
  ...['PLANT_STORE_TOKEN', 'PLANT_STORE_CONTROL_TOKEN'],
  ...['PLANT_STORE_CLIENT_SECRET', 'PLANT_STORE_PASSWORD'],
  ...['PLANT_STORE_CLIENT_SECRET_OTHER', 'PLANT_STORE_PASSWORD_OTHER', 'PLANT_STORE_CERT_PASSPHRASE'],
  ...['PACT_BROKER_TOKEN', 'PACT_BROKER_PASSWORD'],
] as const;

function findCredentialOptions(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const found = /^--(?<name>token|auth|auth-other|control-token|header)(?:=(?<value>.*))?$/s.exec(arg);
    const value = found?.groups?.['value'] ?? args[index + 1] ?? '';
    if (found === null) return [];
    return [found.groups?.['name'] === 'header' ? headerValueOf(value) : value];
  });
}

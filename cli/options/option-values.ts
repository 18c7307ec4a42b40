/** Turns options as given into values, at the door; what is not allowed is refused by name. */
import { type NumberLimits, parseInteger } from '../../contracts/options/number-limits.ts';
import { parseCredential, parseToken } from '../../contracts/options/target-options.ts';
import { KitError } from '../../errors.ts';
import { defaultDocument } from '../../spec/kit.ts';
import type { CommandInput, OptionSpec } from '../command.ts';

export { parseBaseUrl } from '../../contracts/options/target-options.ts';

/** Options that more than one command takes. */
export const commonOptions = {
  spec: { type: 'string', value: 'FILE|URL', help: 'the OpenAPI document (default: the Plant Store)' },
  token: {
    type: 'string',
    value: 'T',
    help: 'the token, key or user:password; better: the environment variable PLANT_STORE_TOKEN',
  },
  auth: {
    type: 'string',
    multiple: true,
    value: 'NAME=VALUE',
    help: 'the credential for one security scheme (repeatable); better: PLANT_STORE_AUTH, one a line',
  },
  json: { type: 'boolean', help: 'print JSON for machines' },
} as const satisfies Record<string, OptionSpec>;

export function getString(input: CommandInput, name: string): string | undefined {
  return getStrings(input, name).at(-1);
}

export function getStrings(input: CommandInput, name: string): readonly string[] {
  const given = input.options[name];
  return [given].flat().filter((value) => typeof value === 'string');
}

export function getFlag(input: CommandInput, name: string): boolean {
  return input.options[name] === true;
}

/** A whole number within limits. */
export function getInteger(input: CommandInput, name: string, limits: NumberLimits = {}): number | undefined {
  const given = getString(input, name);
  if (given === undefined) return undefined;
  const value = /^-?\d+$/.test(given) ? Number(given) : Number.NaN;
  return parseInteger(value, limits, `--${name} ${JSON.stringify(given)}`);
}

/** `--token`, else the environment variable PLANT_STORE_TOKEN. */
export function readToken(input: CommandInput): string | undefined {
  const option = getString(input, 'token');
  const given = option ?? process.env['PLANT_STORE_TOKEN'] ?? '';
  if (given === '') return undefined;
  return parseToken(given, option === undefined ? 'PLANT_STORE_TOKEN' : '--token');
}

/** Those of the environment variable PLANT_STORE_AUTH, one NAME=VALUE a line, and of `--auth NAME=VALUE`, by name. */
export function readSchemeCredentials(input: CommandInput): ReadonlyMap<string, string> {
  const lines = (process.env['PLANT_STORE_AUTH'] ?? '').split(/\r?\n/).filter((line) => line !== '');
  return new Map([
    ...lines.map((line) => parseSchemeCredential(line, 'PLANT_STORE_AUTH')),
    ...getStrings(input, 'auth').map((given) => parseSchemeCredential(given, '--auth')),
  ]);
}

function parseSchemeCredential(given: string, source: string): readonly [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
  if (name !== undefined && value !== undefined) return [name, parseCredential(value, `${source} ${name}`)];
  throw new KitError(
    'option-invalid',
    `${source}: expected NAME=VALUE, where NAME is a security scheme of the document`,
  );
}

/** The one positional argument that a command needs. */
export function requireArgument(input: CommandInput, index: number, name: string): string {
  const given = input.positionals[index];
  if (given !== undefined) return given;
  throw new KitError('argument-missing', `${name} is missing`);
}

/** What is passed over in silence may be a typing error, such as `--only a b`. */
export function rejectExtraArguments({ positionals }: CommandInput, allowed: number): void {
  const extra = positionals[allowed];
  if (extra === undefined) return;
  throw new KitError('option-invalid', `received ${JSON.stringify(extra)}, for which this command has no use`, {
    fix: 'Put values behind their options, such as --spec FILE; see --help.',
  });
}

/** A variable that is not set makes an option empty; taken as not given, what was to be judged would be left out. */
export function rejectEmptyOptions({ options }: CommandInput): void {
  // Without a token it is told what needs one.
  const given = Object.entries(options).filter(([name]) => name !== 'token');
  const [name] = given.find(([, value]) => [value].flat().includes('')) ?? [];
  if (name === undefined) return;
  throw new KitError('option-invalid', `--${name} "": expected a value`, {
    fix: 'Leave the option out, or give it a value: a variable that is not set is empty.',
  });
}

/** The document of `--spec`, or the Plant Store's that comes with the kit. */
export function getSpecSource(input: CommandInput): string {
  return getString(input, 'spec') ?? defaultDocument.href;
}

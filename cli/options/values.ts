/** Turns options as given into values, at the door; what is not allowed is refused by name. */
import { type Limits, wholeNumber } from '../../contracts/options/limits.ts';
import { sendableSecret, sendableToken } from '../../contracts/options/target.ts';
import { KitError } from '../../errors.ts';
import { homeDocument } from '../../spec/kit.ts';
import type { CommandInput, OptionSpec } from '../command.ts';

export { baseUrl } from '../../contracts/options/target.ts';

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

export function text(input: CommandInput, name: string): string | undefined {
  return texts(input, name).at(-1);
}

export function texts(input: CommandInput, name: string): readonly string[] {
  const given = input.options[name];
  return [given].flat().filter((value) => typeof value === 'string');
}

export function flag(input: CommandInput, name: string): boolean {
  return input.options[name] === true;
}

/** A whole number within limits. */
export function integer(input: CommandInput, name: string, limits: Limits = {}): number | undefined {
  const given = text(input, name);
  if (given === undefined) return undefined;
  const value = /^-?\d+$/.test(given) ? Number(given) : Number.NaN;
  return wholeNumber(value, limits, `--${name} ${JSON.stringify(given)}`);
}

/** `--token`, else the environment variable PLANT_STORE_TOKEN. */
export function token(input: CommandInput): string | undefined {
  const option = text(input, 'token');
  const given = option ?? process.env['PLANT_STORE_TOKEN'] ?? '';
  if (given === '') return undefined;
  return sendableToken(given, option === undefined ? 'PLANT_STORE_TOKEN' : '--token');
}

/** Those of the environment variable PLANT_STORE_AUTH, one NAME=VALUE a line, and of `--auth NAME=VALUE`, by name. */
export function credentials(input: CommandInput): ReadonlyMap<string, string> {
  const lines = (process.env['PLANT_STORE_AUTH'] ?? '').split(/\r?\n/).filter((line) => line !== '');
  return new Map([
    ...lines.map((line) => credential(line, 'PLANT_STORE_AUTH')),
    ...texts(input, 'auth').map((given) => credential(given, '--auth')),
  ]);
}

function credential(given: string, source: string): readonly [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
  if (name !== undefined && value !== undefined) return [name, sendableSecret(value, `${source} ${name}`)];
  throw new KitError(
    'option-invalid',
    `${source}: expected NAME=VALUE, where NAME is a security scheme of the document`,
  );
}

/** The one positional argument that a command needs. */
export function argument(input: CommandInput, index: number, name: string): string {
  const given = input.positionals[index];
  if (given !== undefined) return given;
  throw new KitError('argument-missing', `${name} is missing`);
}

/** What is passed over in silence may be a typing error, such as `--only a b`. */
export function refuseExtra({ positionals }: CommandInput, allowed: number): void {
  const extra = positionals[allowed];
  if (extra === undefined) return;
  throw new KitError(
    'option-invalid',
    `received ${JSON.stringify(extra)}, for which this command has no use`,
    {
      fix: 'Put values behind their options, such as --spec FILE; see --help.',
    },
  );
}

/** A variable that is not set makes an option empty; taken as not given, what was to be judged would be left out. */
export function refuseEmpty({ options }: CommandInput): void {
  // Without a token it is told what needs one.
  const given = Object.entries(options).filter(([name]) => name !== 'token');
  const [name] = given.find(([, value]) => [value].flat().includes('')) ?? [];
  if (name === undefined) return;
  throw new KitError('option-invalid', `--${name} "": expected a value`, {
    fix: 'Leave the option out, or give it a value: a variable that is not set is empty.',
  });
}

/** The document of `--spec`, or the Plant Store's that comes with the kit. */
export function specSource(input: CommandInput): string {
  return text(input, 'spec') ?? homeDocument.href;
}

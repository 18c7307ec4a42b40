/** Turns options as given into values, at the door; what is not allowed is refused by name. */
import { KitError } from '../errors.ts';
import { homeDocument } from '../spec/home.ts';
import type { CommandInput, OptionSpec } from './command.ts';

/** Options that more than one command takes. */
export const commonOptions = {
  spec: { type: 'string', value: 'FILE|URL', help: 'the OpenAPI document (default: the Plant Store)' },
  token: {
    type: 'string',
    value: 'T',
    help: 'the bearer token; better: the environment variable PLANT_STORE_TOKEN',
  },
  auth: {
    type: 'string',
    multiple: true,
    value: 'NAME=VALUE',
    help: 'the credential for one security scheme of the document (repeatable)',
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

/** A whole number within inclusive limits. */
export function integer(
  input: CommandInput,
  name: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
): number | undefined {
  const given = text(input, name);
  if (given === undefined) return undefined;
  const value = /^-?\d+$/.test(given) ? Number(given) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new KitError(
    'option-invalid',
    `--${name} ${JSON.stringify(given)}: expected a whole number from ${min} to ${max}`,
  );
}

/** `--token`, else the environment variable PLANT_STORE_TOKEN. */
export function token(input: CommandInput): string | undefined {
  const option = text(input, 'token');
  const given = option ?? process.env['PLANT_STORE_TOKEN'] ?? '';
  if (given === '') return undefined;
  return sendable(given, option === undefined ? 'PLANT_STORE_TOKEN' : '--token');
}

/**
 * Sent all the same it would fail in every request, and the implementation would be blamed. What is sent in Base64 may
 * have more letters: which that is, the document says.
 */
function sendable(secret: string, source: string, letters = /^[\x20-\x7e]+$/): string {
  if (letters.test(secret) && secret.trim() === secret) return secret;
  throw new KitError(
    'option-invalid',
    `${source}: expected visible ASCII characters, which is what a header can carry`,
  );
}

/** `--auth NAME=VALUE`, by name. */
export function credentials(input: CommandInput): ReadonlyMap<string, string> {
  return new Map(
    texts(input, 'auth').map((given) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
      if (name !== undefined && value !== undefined)
        return [name, sendable(value, `--auth ${name}`, /^\P{Cc}+$/u)] as const;
      throw new KitError(
        'option-invalid',
        '--auth: expected NAME=VALUE, where NAME is a security scheme of the document',
      );
    }),
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

/** An http(s) URL without a trailing slash. Refuses credentials in it, which would end up in reports. */
export function baseUrl(given: string): string {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new KitError('target-invalid', JSON.stringify(given.replace(/^.*@/s, '***@')));
  if (url.username !== '' || url.password !== '') {
    throw new KitError(
      'target-invalid',
      'the URL holds a user name or password; give credentials with --token or --auth',
    );
  }
  if (url.search !== '' || url.hash !== '')
    throw new KitError('target-invalid', `${url.origin}${url.pathname}: a base URL has no query or fragment`);
  return url.href.replace(/\/+$/, '');
}

/** The document of `--spec`, or the Plant Store's that comes with the kit. */
export function specSource(input: CommandInput): string {
  return text(input, 'spec') ?? homeDocument.href;
}

/** Parses and validates option values; errors name the option. */
import type { OtherUser } from '../../contracts/options/credentials.ts';
import { hasLogin, type UserLogin } from '../../contracts/options/login.ts';
import { type NumberLimits, parseInteger } from '../../contracts/options/number-limits.ts';
import { createOtherUser, parseBaseUrl, parseCredential, parseToken } from '../../contracts/options/target-options.ts';
import { KitError } from '../../errors.ts';
import { sanitizeLine } from '../../sanitize.ts';
import { defaultDocument } from '../../spec/kit.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { CommandInput, OptionSpec } from '../command.ts';
import { fixForArgument, isDocumentLike } from './misplaced-argument.ts';

/** Options that several commands share. */
export const commonOptions = {
  spec: { type: 'string', value: 'FILE|URL', help: 'the OpenAPI document (default: the Plant Store)' },
  overlay: {
    type: 'string',
    multiple: true,
    value: 'FILE|URL',
    help: 'an OpenAPI Overlay (1.0 or 1.1) that changes the document (repeatable)',
  },
  'ref-root': {
    type: 'string',
    value: 'DIR',
    help: 'a folder that references of the document may reach, in addition to its own',
  },
  token: {
    type: 'string',
    value: 'T',
    help: 'the token, key or user:password; better: the environment variable PLANT_STORE_TOKEN',
  },
  auth: {
    type: 'string',
    multiple: true,
    value: 'NAME=VALUE',
    help: 'the credential for one security scheme (repeatable); better: PLANT_STORE_AUTH, one per line',
  },
  json: { type: 'boolean', help: 'print JSON' },
} as const satisfies Record<string, OptionSpec>;

/** For the commands that repair a document when they read it. */
export const repairOptions = {
  'strict-spec': { type: 'boolean', help: 'reject a document that is not valid OpenAPI, instead of repairing it' },
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

/** An integer within limits. */
export function getInteger(input: CommandInput, name: string, limits: NumberLimits = {}): number | undefined {
  const given = getString(input, name);
  if (given === undefined) return undefined;
  const value = /^-?\d+$/.test(given) ? Number(given) : Number.NaN;
  return parseInteger(value, limits, `--${name} ${JSON.stringify(given)}`);
}

/** `--token`, otherwise the environment variable PLANT_STORE_TOKEN. */
export function readToken(input: CommandInput): string | undefined {
  const option = getString(input, 'token');
  const given = option ?? process.env['PLANT_STORE_TOKEN'] ?? '';
  if (given === '') return undefined;
  return parseToken(given, option === undefined ? 'PLANT_STORE_TOKEN' : '--token');
}

/** From the environment variable PLANT_STORE_AUTH (one NAME=VALUE per line) and `--auth NAME=VALUE`, by name. */
export function readSchemeCredentials(input: CommandInput): ReadonlyMap<string, string> {
  return readByScheme(input, 'auth', 'PLANT_STORE_AUTH');
}

/**
 * The same for the second user, from PLANT_STORE_AUTH_OTHER and `--auth-other`; undefined if there is none, and nothing
 * to log in with.
 */
export function readOtherUser(input: CommandInput, login: UserLogin = {}): OtherUser | undefined {
  const byScheme = readByScheme(input, 'auth-other', 'PLANT_STORE_AUTH_OTHER');
  if (hasLogin(login)) return { byScheme, isolated: getStrings(input, 'isolated') };
  return createOtherUser(byScheme, getStrings(input, 'isolated'), ['--isolated', '--auth-other']);
}

function readByScheme(input: CommandInput, option: string, variable: string): ReadonlyMap<string, string> {
  const lines = (process.env[variable] ?? '').split(/\r?\n/).filter((line) => line !== '');
  return new Map([
    ...parseSchemeCredentials(lines, variable),
    ...parseSchemeCredentials(getStrings(input, option), `--${option}`),
  ]);
}

/** Throws `option-invalid` for two credentials of one scheme. */
function parseSchemeCredentials(given: readonly string[], source: string): ReadonlyMap<string, string> {
  const credentials = new Map<string, string>();
  for (const [name, value] of given.map((one) => parseSchemeCredential(one, source))) {
    if ((credentials.get(name) ?? value) !== value)
      throw new KitError('option-invalid', `${source} has two credentials for ${name}: keep one`);
    credentials.set(name, value);
  }
  return credentials;
}

function parseSchemeCredential(given: string, source: string): readonly [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
  if (name !== undefined && value !== undefined) return [name, parseCredential(value, `${source} ${name}`)];
  throw new KitError(
    'option-invalid',
    `${source}: expected NAME=VALUE, where NAME is a security scheme of the document`,
  );
}

/** A required positional argument. Throws `argument-missing`. */
export function requireArgument(input: CommandInput, index: number, name: string): string {
  const given = input.positionals[index];
  if (given !== undefined) return given;
  const usage = input.command?.usage;
  throw new KitError('argument-missing', `${name} is missing`, usage === undefined ? {} : { fix: `Write: ${usage}` });
}

/** The base URL in a positional argument. Throws `argument-missing` and `target-invalid`. */
export function requireBaseUrl(input: CommandInput, index: number): string {
  const given = requireArgument(input, index, 'BASE_URL');
  const documentFix = isDocumentLike(given) ? fixForArgument(input, given) : undefined;
  if (documentFix !== undefined)
    throw new KitError('target-invalid', JSON.stringify(given), {
      fix: `${documentFix}; BASE_URL is the URL of the implementation, such as http://127.0.0.1:4010`,
    });
  const withScheme = `http://${given}`;
  if (/^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:\/[^?#@]*)?$/i.test(given) && URL.canParse(withScheme))
    throw new KitError('target-invalid', JSON.stringify(given), { fix: `Add the scheme, such as ${withScheme}` });
  return parseBaseUrl(given);
}

/** For options and arguments that accept only a path. Throws `option-invalid`. */
export function rejectUrl(given: string, source: string, expected: 'a file' | 'a folder'): void {
  if (!/^https?:\/\//i.test(given)) return;
  throw new KitError(
    'option-invalid',
    `${source} ${given.replace(/\/\/.*@/s, '//***@')}: expected ${expected}, got a URL`,
    {
      fix: `Give the path of ${expected}.`,
    },
  );
}

/** An extra argument may be a typo, such as `--only a b`, so it is not ignored. */
export function rejectExtraArguments(input: CommandInput, allowed: number): void {
  const extra = input.positionals[allowed];
  if (extra === undefined) return;
  throw new KitError('option-invalid', `unexpected argument ${JSON.stringify(extra)}`, {
    fix: fixForArgument(input, extra) ?? 'Put each value after its option, such as --spec FILE; see --help.',
  });
}

/** An unset shell variable makes an option empty; ignoring the option would skip checks silently. */
export function rejectEmptyOptions({ options }: CommandInput): void {
  // An empty token is allowed: a missing credential is reported later.
  const given = Object.entries(options).filter(([name]) => name !== 'token');
  const [name] = given.find(([, value]) => [value].flat().includes('')) ?? [];
  if (name === undefined) return;
  throw new KitError('option-invalid', `--${name} "": expected a value`, {
    fix: 'Leave out the option or give it a value. A shell variable that is not set is empty.',
  });
}

/** The document of `--spec`, by default the bundled Plant Store. */
export function getSpecSource(input: CommandInput): string {
  return getString(input, 'spec') ?? defaultDocument.href;
}

/**
 * The contract of `--spec`, with the overlays of `--overlay`. Repaired unless it has to
 * be valid. Says on stderr which actions of overlays change nothing. Throws the errors of `loadOverlaidContract`.
 */
export async function loadSpec(input: CommandInput, isStrict = getFlag(input, 'strict-spec')): Promise<Contract> {
  const { loadOverlaidContract } = await import('../../spec/loading/load-contract.ts');
  const contract = await loadOverlaidContract(getSpecSource(input), getStrings(input, 'overlay'), {
    mode: isStrict ? 'strict' : 'lenient',
    refRoot: getString(input, 'ref-root'),
  });
  printUnusedActions(contract);
  return contract;
}

/** An overlay for another version of the document would otherwise have no effect unnoticed. */
export function printUnusedActions({ unusedActions = [] }: Contract): void {
  for (const line of unusedActions) process.stderr.write(`overlay: ${sanitizeLine(line)}\n`);
}

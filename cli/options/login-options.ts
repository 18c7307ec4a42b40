/** Options and environment variables of a login, which obtains credentials for a run. */
import { hasLogin, type LoginSettings, type UserLogin } from '../../contracts/options/login.ts';
import { parseTokenUrl, validateLogin } from '../../contracts/options/login-validation.ts';
import { KitError } from '../../errors.ts';
import type { CommandInput, OptionSpec } from '../command.ts';
import { getString } from './option-values.ts';

/** For every command that sends requests with credentials. */
export const loginOptions = {
  'token-url': {
    type: 'string',
    value: 'URL',
    help: 'get tokens here instead of the tokenUrl of the document, with PLANT_STORE_CLIENT_ID and _CLIENT_SECRET, or PLANT_STORE_USERNAME and _PASSWORD',
  },
  'login-command': {
    type: 'string',
    value: 'CMD',
    help: 'the first line that this shell command prints is the credential; it runs again when that expires',
  },
} as const satisfies Record<string, OptionSpec>;

/** The same for a second user. */
export const otherLoginOptions = {
  'login-command-other': { type: 'string', value: 'CMD', help: 'the same for the second user' },
} as const satisfies Record<string, OptionSpec>;

/** Undefined if all credentials are given. Throws `option-invalid` for settings that have no effect alone. */
export function readLogin(input: CommandInput): LoginSettings | undefined {
  const user = readUser(getString(input, 'login-command'), '');
  const otherUser = readUser(getString(input, 'login-command-other'), '_OTHER');
  const given = getString(input, 'token-url');
  const tokenUrl = given === undefined ? undefined : parseTokenUrl(given, '--token-url');
  if (
    tokenUrl !== undefined &&
    [user, otherUser].every(({ command, ...rest }) => !hasLogin(rest) || command !== undefined)
  )
    throw new KitError('option-invalid', '--token-url has no effect without a client or a user', {
      fix: 'Set PLANT_STORE_CLIENT_ID and PLANT_STORE_CLIENT_SECRET, or PLANT_STORE_USERNAME and PLANT_STORE_PASSWORD.',
    });
  return hasLogin(user) || hasLogin(otherUser) ? { user, otherUser, tokenUrl } : undefined;
}

function readUser(command: string | undefined, suffix: '' | '_OTHER'): UserLogin {
  const names = loginVariables(suffix);
  const read = (name: string) => process.env[name] || undefined;
  const login = {
    clientId: read(names.clientId),
    clientSecret: read(names.clientSecret),
    username: read(names.username),
    password: read(names.password),
    command,
  };
  validateLogin(login, names);
  return login;
}

function loginVariables(suffix: '' | '_OTHER') {
  return {
    clientId: `PLANT_STORE_CLIENT_ID${suffix}`,
    clientSecret: `PLANT_STORE_CLIENT_SECRET${suffix}`,
    username: `PLANT_STORE_USERNAME${suffix}`,
    password: `PLANT_STORE_PASSWORD${suffix}`,
  } as const;
}

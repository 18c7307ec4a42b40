/** Validates the settings of a login, for the CLI and the API. */
import { KitError } from '../../errors.ts';
import type { UserLogin } from './login.ts';

type LoginPart = 'clientId' | 'clientSecret' | 'username' | 'password';

/** `names`: of the options or variables, for messages. Throws `option-invalid` for a part without the other one. */
export function validateLogin(login: UserLogin, names: Readonly<Record<LoginPart, string>>): void {
  if (login.command !== undefined) return;
  const needed: readonly (readonly [given: LoginPart, missing: LoginPart])[] = [
    ['clientSecret', 'clientId'],
    ['username', 'password'],
    ['password', 'username'],
    // A public client has no secret, and acts for a user.
    ...(login.username === undefined ? ([['clientId', 'clientSecret']] as const) : []),
  ];
  const [given, missing] = needed.find(([one, other]) => login[one] !== undefined && login[other] === undefined) ?? [];
  if (given === undefined || missing === undefined) return;
  throw new KitError('option-invalid', `${names[given]} has no effect without ${names[missing]}`, {
    fix: `Give ${names[missing]} too, or leave out ${names[given]}.`,
  });
}

/** Throws `option-invalid` for anything but an http or https URL without credentials. */
export function parseTokenUrl(given: string, option: string): string {
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === '')
    return url.href;
  throw new KitError(
    'option-invalid',
    `${option} ${JSON.stringify(given.replace(/^.*@/s, '***@'))}: expected an http or https URL without credentials`,
  );
}

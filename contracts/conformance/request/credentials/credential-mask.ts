/** Masks credentials in reports, in every form that test cases derive from them. */
import { createMask, type Mask } from '../../../../secrets/masking.ts';
import { asciiText, swapCase } from '../../../../shell/credential-form.ts';
import { TOKEN_VARIABLE } from '../../../../shell/credential-text.ts';
import type { SecurityScheme } from '../../../../spec/model/contract.ts';
import { allSecrets, type Credentials } from '../../../options/credentials.ts';

/**
 * All report output has to be masked. Values that test cases derive from a secret would reveal it too, in any spelling.
 * The mask also masks credentials that are obtained after this call.
 */
export function getMask(credentials: Credentials): Mask {
  const cached = maskCache.get(credentials);
  if (cached !== undefined) return cached;
  const isFinal = credentials.renewal === undefined && credentials.learned === undefined;
  const mask = isFinal ? createCredentialMask(credentials) : createGrowingMask(credentials);
  maskCache.set(credentials, mask);
  return mask;
}

/** Its patterns are expensive to create. */
const maskCache = new WeakMap<Credentials, Mask>();

function createGrowingMask(credentials: Credentials): Mask {
  let mask = createCredentialMask(credentials);
  let count = allSecrets(credentials).length;
  return (text) => {
    const newCount = allSecrets(credentials).length;
    if (newCount !== count) {
      mask = createCredentialMask(credentials);
      count = newCount;
    }
    const masked = mask(text);
    return credentials.learned?.maskSingleUse(masked) ?? masked;
  };
}

function createCredentialMask(credentials: Credentials): Mask {
  const secrets = allSecrets(credentials);
  const derived = secrets
    .filter(({ length }) => length > 5)
    .flatMap((secret) => [
      ...[secret.slice(0, -1), secret.slice(1), swapCase(secret), asciiText(secret)],
      ...findPassword(secret),
    ]);
  return createMask([...secrets, ...derived]);
}

/** A decoded Basic credential reveals the password alone. */
function findPassword(secret: string): readonly string[] {
  return /(?<=^[^:]+:).{6,}$/s.exec(secret) ?? [];
}

/**
 * A note about the credentials that a curl command needs in addition to its variables: which schemes have separate
 * credentials, and that a replay needs them again. Undefined where the token was sent, or the command shows no
 * credential.
 */
export function describeHiddenCredentials(
  { curl, variables = new Map() }: ShellLine,
  schemes: readonly SecurityScheme[],
  { token, byScheme, renewal, login }: Credentials,
  user: RequestUser = 'first',
): string | undefined {
  const ownCredentialSchemes = schemes
    .map(({ name }) => name)
    .filter((name) => byScheme.has(name) && byScheme.get(name) !== token);
  const isShown = (name: string) => new RegExp(`\\b${variableName(name, variables)}\\b`).test(curl);
  const shown = ownCredentialSchemes.filter(isShown);
  if (shown.length === 0)
    return login?.user.command !== undefined && curl.includes(`$${TOKEN_VARIABLE}`) ? COMMAND_REMARK : undefined;
  const names = [...new Set(shown.map((name) => `$${variableName(name, variables)}`))];
  const phrase = names.length > 1 ? 'stand for the credentials' : 'stands for the credential';
  const owner = user === 'other' ? ' of the second user' : '';
  const given = ownCredentialSchemes.filter((name) => renewal?.schemes.has(name) !== true);
  return `${names.join(' and ')} ${phrase} of ${shown.join(' and ')}${owner} here; ${describeReplay(given, user)}`;
}

const COMMAND_REMARK = `$${TOKEN_VARIABLE} stands for what the login command printed; replay needs --login-command again`;

/** `given`: the schemes whose credentials were not obtained at a login. */
function describeReplay(given: readonly string[], user: RequestUser): string {
  if (given.length === 0) return 'replay logs in again, with the same settings';
  const lines = given.map((name) => `${name}=VALUE`).join(' and ');
  const variable = user === 'other' ? 'PLANT_STORE_AUTH_OTHER' : 'PLANT_STORE_AUTH';
  return `replay needs ${lines} in ${variable} again${given.length > 1 ? ', one per line' : ''}`;
}

/** Whose credentials a request has; `Credentials` are then those of this user. */
export type RequestUser = 'first' | 'other';

/** A curl command and the variables in it. */
export interface ShellLine {
  readonly curl: string;
  readonly variables?: ShellVariables;
}

/** Variable names in curl commands by security scheme; `TOKEN_VARIABLE` for schemes that are not listed. */
export type ShellVariables = ReadonlyMap<string, string>;

/**
 * A variable holds one credential: if a request has several, each separate credential gets a variable named after its
 * scheme.
 */
export function shellVariables(
  schemes: readonly SecurityScheme[],
  { token, byScheme }: Credentials,
  user: RequestUser = 'first',
): ShellVariables {
  const base = user === 'other' ? OTHER_TOKEN_VARIABLE : TOKEN_VARIABLE;
  const ownCredentialSchemes = schemes.map(({ name }) => name).filter((name) => byScheme.has(name));
  const secrets = new Set(schemes.map(({ name }) => byScheme.get(name) ?? token));
  if (secrets.size < 2) return new Map(user === 'other' ? ownCredentialSchemes.map((name) => [name, base]) : []);
  const variables = new Map<string, string>();
  for (const name of ownCredentialSchemes)
    variables.set(name, uniqueVariable(`${base}_${name.replace(/\W/g, '_')}`, new Set(variables.values())));
  return variables;
}

/** So that no command sends the credential of the first user in place of it. */
const OTHER_TOKEN_VARIABLE = `${TOKEN_VARIABLE}_OF_OTHER`;

/** Scheme names may differ only in characters that variables cannot contain. */
function uniqueVariable(plain: string, used: ReadonlySet<string>): string {
  let [variable, count] = [plain, 1];
  while (used.has(variable)) variable = `${plain}_${++count}`;
  return variable;
}

/** The name of the shell variable, without the dollar sign. */
export function variableName(scheme: string, variables: ShellVariables): string {
  return variables.get(scheme) ?? TOKEN_VARIABLE;
}

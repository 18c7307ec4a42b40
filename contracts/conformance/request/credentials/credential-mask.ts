/** What stands in a report in the place of a credential, whatever a case has made of it. */
import { createMask, type Mask } from '../../../../secrets/masking.ts';
import { asciiText, swapCase } from '../../../../shell/credential-form.ts';
import { TOKEN_VARIABLE } from '../../../../shell/credential-text.ts';
import type { SecurityScheme } from '../../../../spec/model/contract.ts';
import type { Credentials } from '../../../options/credentials.ts';

/** What a report shows passes through here. What cases make of a secret gives it away too, in any spelling. */
export function getMask(credentials: Credentials): Mask {
  const known = maskCache.get(credentials);
  if (known !== undefined) return known;
  const mask = createCredentialMask(credentials);
  maskCache.set(credentials, mask);
  return mask;
}

/** Its patterns take long to make. */
const maskCache = new WeakMap<Credentials, Mask>();

function createCredentialMask({ token, byScheme }: Credentials): Mask {
  const secrets = [token, ...byScheme.values()].filter((secret) => secret !== undefined);
  const derived = secrets
    .filter(({ length }) => length > 5)
    .flatMap((secret) => [
      ...[secret.slice(0, -1), secret.slice(1), swapCase(secret), asciiText(secret)],
      ...findPassword(secret),
    ]);
  return createMask([...secrets, ...derived]);
}

/** Whoever reads Basic has the password by itself. */
function findPassword(secret: string): readonly string[] {
  return /(?<=^[^:]+:).{6,}$/s.exec(secret) ?? [];
}

/**
 * What the variables of a line for curl do not say: which credential of its own one of the schemes was given, and that a
 * replay needs it again. Undefined where the token itself was sent, or nothing that the line shows.
 */
export function describeHiddenCredentials(
  { curl, variables = new Map() }: ShellLine,
  schemes: readonly SecurityScheme[],
  { token, byScheme }: Credentials,
): string | undefined {
  const ownCredentialSchemes = schemes
    .map(({ name }) => name)
    .filter((name) => byScheme.has(name) && byScheme.get(name) !== token);
  const shown = ownCredentialSchemes.filter((name) => new RegExp(`\\b${variableName(name, variables)}\\b`).test(curl));
  if (shown.length === 0) return undefined;
  const names = [...new Set(shown.map((name) => `$${variableName(name, variables)}`))];
  const phrase = names.length > 1 ? 'stand for the credentials' : 'stands for the credential';
  const lines = ownCredentialSchemes.map((name) => `${name}=VALUE`).join(' and ');
  return `${names.join(' and ')} ${phrase} of ${shown.join(' and ')} here; replay needs ${lines} in PLANT_STORE_AUTH again${ownCredentialSchemes.length > 1 ? ', one a line' : ''}`;
}

/** A line for curl, and the variables in it. */
export interface ShellLine {
  readonly curl: string;
  readonly variables?: ShellVariables;
}

/** By the name of a security scheme, what a line for curl calls its credential; `TOKEN_VARIABLE` where it is not named. */
export type ShellVariables = ReadonlyMap<string, string>;

/** One variable cannot be two credentials: where a request has several, each of its own gets the name of its scheme. */
export function shellVariables(schemes: readonly SecurityScheme[], { token, byScheme }: Credentials): ShellVariables {
  const ownCredentialSchemes = schemes.map(({ name }) => name).filter((name) => byScheme.has(name));
  const secrets = new Set(schemes.map(({ name }) => byScheme.get(name) ?? token));
  if (secrets.size < 2) return new Map();
  const variables = new Map<string, string>();
  for (const name of ownCredentialSchemes) variables.set(name, uniqueVariable(name, new Set(variables.values())));
  return variables;
}

/** Names of schemes may differ in what no variable can have. */
function uniqueVariable(scheme: string, used: ReadonlySet<string>): string {
  const plain = `${TOKEN_VARIABLE}_${scheme.replace(/\W/g, '_')}`;
  let [variable, count] = [plain, 1];
  while (used.has(variable)) variable = `${plain}_${++count}`;
  return variable;
}

/** As the shell writes it without the dollar. */
export function variableName(scheme: string, variables: ShellVariables): string {
  return variables.get(scheme) ?? TOKEN_VARIABLE;
}

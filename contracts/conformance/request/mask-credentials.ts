/** What stands in a report in the place of a credential, whatever a case has made of it. */
import { type Mask, masking } from '../../../secrets/masking.ts';
import type { SecurityScheme } from '../../../spec/contract.ts';
import type { Credentials } from './credentials.ts';

/** What a report shows passes through here. What cases make of a secret gives it away too, in any spelling. */
export function masker(credentials: Credentials): Mask {
  const known = maskers.get(credentials);
  if (known !== undefined) return known;
  const mask = newMasker(credentials);
  maskers.set(credentials, mask);
  return mask;
}

/** Its patterns take long to make. */
const maskers = new WeakMap<Credentials, Mask>();

function newMasker({ token, byScheme }: Credentials): Mask {
  const secrets = [token, ...byScheme.values()].filter((secret) => secret !== undefined);
  const derived = secrets
    .filter(({ length }) => length > 5)
    .flatMap((secret) => [
      ...[secret.slice(0, -1), secret.slice(1), swappedCase(secret), inSevenBits(secret)],
      ...passwordIn(secret),
    ]);
  return masking([...secrets, ...derived]);
}

/** Whoever reads Basic has the password by itself. */
function passwordIn(secret: string): readonly string[] {
  return /(?<=^[^:]+:).{6,}$/s.exec(secret) ?? [];
}

/**
 * What `$PLANT_STORE_TOKEN` in a line for curl does not say: which credential of its own one of the schemes was given, and
 * that a replay needs it again. Undefined where the token itself was sent, or nothing that the line shows.
 */
export function whatTokenHides(
  curl: string,
  schemes: readonly SecurityScheme[],
  { token, byScheme }: Credentials,
): string | undefined {
  const own = schemes
    .map(({ name }) => name)
    .filter((name) => byScheme.has(name) && byScheme.get(name) !== token);
  if (own.length === 0 || !curl.includes('PLANT_STORE_TOKEN')) return undefined;
  const lines = own.map((name) => `${name}=VALUE`).join(' and ');
  return `$PLANT_STORE_TOKEN stands for the credential of ${own.join(' and ')} here; replay needs ${lines} in PLANT_STORE_AUTH again${own.length > 1 ? ', one a line' : ''}`;
}

/** As those have it who write it in ASCII. */
export function inSevenBits(text: string): string {
  return text.replace(/[^\x00-\x7f]/gu, '?');
}

/** Small letters for capitals and the other way round. */
export function swappedCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  });
}

/** What a shell puts in the place of a secret within a JSON text, as it stands between double quotes. */
export const SHELL_JSON = `$(printf %s "$PLANT_STORE_TOKEN" | sed 's/[\\\\"]/\\\\&/g')`;

/** What a shell puts in the place of a secret in Base64, as it stands between double quotes. */
export const SHELL_BASE64 = '$(printf %s "$PLANT_STORE_TOKEN" | base64 | tr -d "\\n")';

/** Keeps credentials out of whatever is shown: implementations send them back, and errors quote them. */

/** How a credential shows in reports and curl lines; a shell fills it in. */
export const TOKEN_MASK = '$PLANT_STORE_TOKEN';

export type Mask = (text: string) => string;

/** Replaces each secret as it is, as JSON escapes it, as URLs encode it and in Base64. */
export function masking(secrets: readonly (string | undefined)[]): Mask {
  const patterns = secrets
    .filter((secret) => secret !== undefined)
    .filter((secret) => secret !== '')
    .flatMap(spellings)
    .toSorted((a, b) => b.length - a.length)
    .map(patternOf);
  return (text) => patterns.reduce((masked, pattern) => masked.replace(pattern, () => TOKEN_MASK), text);
}

function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [...new Set([secret, json, encodeURIComponent(secret), base64])];
}

const SHORT = 12;

/** A short token such as `dev` stands by chance within other words, which have to stay readable. */
function patternOf(secret: string): RegExp {
  const literal = RegExp.escape(secret);
  return secret.length < SHORT
    ? new RegExp(`(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`, 'g')
    : new RegExp(literal, 'g');
}

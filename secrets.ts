/** Keeps credentials out of whatever is shown: implementations send them back, and errors quote them. */

/** How a credential shows in reports and curl lines; a shell fills it in. */
const TOKEN_MASK = '$PLANT_STORE_TOKEN';

export type Mask = (text: string) => string;

/** Replaces each secret, in any case, as it is, as JSON escapes it, as URLs encode it and in Base64. */
export function masking(secrets: readonly (string | undefined)[]): Mask {
  const patterns = secrets
    .filter((secret) => secret !== undefined)
    .filter((secret) => secret !== '')
    .flatMap(spellings)
    .toSorted((a, b) => b.length - a.length)
    .flatMap((spelling) => [patternOf(spelling), ...beginningOf(spelling)]);
  return (text) => patterns.reduce((masked, pattern) => masked.replace(pattern, () => TOKEN_MASK), text);
}

function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [...new Set([secret, json, encodeURIComponent(secret), base64])];
}

const SHORT = 6;

/** A short token such as `dev` stands by chance within other words, which have to stay readable. */
function patternOf(secret: string): RegExp {
  const literal = RegExp.escape(secret);
  return secret.length < SHORT
    ? new RegExp(`(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`, 'g')
    : new RegExp(literal, 'gi');
}

/** A text that was cut for the screen may end within the secret: `...` follows what is left of it. */
function beginningOf(secret: string): readonly RegExp[] {
  const lengths = Array.from(
    { length: Math.max(0, secret.length - 4) },
    (_unused, index) => secret.length - 1 - index,
  );
  if (lengths.length === 0) return [];
  const beginnings = lengths.map((length) => RegExp.escape(secret.slice(0, length)));
  return [new RegExp(`(?:${beginnings.join('|')})(?=\\.\\.\\.)`, 'gi')];
}

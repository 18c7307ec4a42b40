/** Keeps credentials out of whatever is shown: implementations send them back, and errors quote them. */

/** How a credential shows in reports and curl lines; a shell fills it in. */
const TOKEN_MASK = '$PLANT_STORE_TOKEN';

export type Mask = (text: string) => string;

/** Replaces each secret, in any case, as it is, as JSON escapes it, as URLs encode it and in Base64. */
export function masking(secrets: readonly (string | undefined)[]): Mask {
  const patterns = secrets
    .filter((secret) => secret !== undefined)
    .filter((secret) => secret !== '')
    .flatMap((secret) => [
      ...spellings(secret).map((spelling) => ({ spelling, mayBeCut: true })),
      ...encoded(secret).map((spelling) => ({ spelling, mayBeCut: false })),
    ])
    .toSorted((a, b) => b.spelling.length - a.spelling.length)
    .flatMap(({ spelling, mayBeCut }) => [patternOf(spelling), ...(mayBeCut ? beginningOf(spelling) : [])]);
  return (text) => patterns.reduce((masked, pattern) => masked.replace(pattern, () => TOKEN_MASK), text);
}

function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [...new Set([secret, json, encodeURIComponent(secret), base64])];
}

/** Character by character or within something longer, as those write it who mean no harm: dumps, logs, tokens. */
function encoded(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return [
    ...base64Parts(bytes),
    hex,
    hex.replace(/../g, '%$&'),
    hex.replace(/../g, '\\u00$&'),
    hex.replace(/../g, '\\\\u00$&'),
    hex.replace(/../g, '&#x$&;'),
  ].filter(({ length }) => length >= SHORT);
}

/** Base64 of a longer text has one of three forms of the secret in it, but for the characters at its edges. */
function base64Parts(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const inner = text.slice(offset === 0 ? 0 : offset + 1, Math.floor((offset + bytes.length) / 3) * 4);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
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

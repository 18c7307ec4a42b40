/** How those write a secret who mean no harm: frameworks, gateways, dumps, logs. Escapes are read before it is looked for. */
import { readings } from './readings.ts';
import { SHORT, type Sought } from './search.ts';

/** What it is cut to for the screen tells so many characters at least. */
export const RECOGNISED = 4;

/** Encoded texts are alike by chance more often. */
const RECOGNISED_ENCODED = 8;

/** The claims and the signature; the header is that of many. */
export function partsOfJwt(secret: string): readonly string[] {
  return /^eyJ[\w-]+\.([\w-]{16,})\.([\w-]{16,})$/.exec(secret)?.slice(1) ?? [];
}

/** As it is, in Base64, and as the readers of escapes have it who take some of its own for such. */
export function plainSpellings(secret: string): readonly Sought[] {
  // Whoever takes UTF-8 for Latin-1, as percent-encoding is read here.
  const asGiven = [secret, Buffer.from(secret).toString('latin1')];
  const read = asGiven
    .flatMap((text) => [...readings(text)].map((reading) => reading.text))
    .filter((text) => text.length >= SHORT);
  return distinct([...asGiven, ...read, base64Of(secret)]).map((text) => ({ text, recognised: RECOGNISED }));
}

/** What `Authorization` has may be encoded once more, and what is encoded may have been escaped. */
export function encodedSpellings(secret: string): readonly Sought[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const inUrl = encodeURIComponent(secret.toWellFormed());
  const written = [secret, secret.toLowerCase(), secret.toUpperCase(), json, inUrl, base64Of(secret)];
  return distinct(distinct(written).flatMap(encoded))
    .filter((text) => text.length >= SHORT)
    .map((text) => ({ text, recognised: RECOGNISED_ENCODED }));
}

function encoded(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const base64 = [bytes.toString('base64'), base64Of(text), ...base64Parts(bytes)];
  const numbers = bytes.length < RECOGNISED ? [] : [bytes.toString('hex'), bytes.join(','), bytes.join('')];
  return [...base64, ...base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_')), ...numbers];
}

function base64Of(text: string): string {
  return Buffer.from(text).toString('base64').replace(/=+$/, '');
}

/** Base64 of a longer text has one of three forms of the secret in it, but for the characters at its edges. */
function base64Parts(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(offset === 0 ? 0 : offset + 1, Math.floor((offset + bytes.length) / 3) * 4),
  );
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

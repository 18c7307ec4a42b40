/** Candidates for a text: of its format, of its pattern, then plain words of the right length. */
import { createRequire } from 'node:module';
import type { Json } from '../json/exact-json.ts';
import { memoize } from '../memoize.ts';
import type { Schema } from '../model/schema.ts';
import { canGenerateMatches } from '../validation/patterns.ts';

/** Whoever asks for more has to give an example. */
const MAX_LENGTH = 100_000;

const formatSamples: ReadonlyMap<string, readonly string[]> = new Map([
  ['date', ['2026-01-31']],
  ['date-time', ['2026-01-31T12:30:00Z']],
  ['time', ['12:30:00Z']],
  ['duration', ['P3D']],
  ['email', ['someone@example.com', 'a@b.co']],
  ['hostname', ['example.com', 'a.b']],
  ['ipv4', ['192.0.2.1']],
  ['ipv6', ['2001:db8::1']],
  ['uri', ['https://example.com/', 'https://a.b']],
  ['uri-reference', ['/sample']],
  ['uri-template', ['/samples/{id}']],
  ['uuid', ['123e4567-e89b-42d3-a456-426614174000']],
  ['json-pointer', ['/sample']],
  ['relative-json-pointer', ['0']],
  ['byte', ['c2FtcGxl']],
]);

/** Texts that the keywords of a string lead to, the plainest first; not all of them are valid. */
export function* stringCandidates(schema: Schema): Generator<Json> {
  const minimum = schema.minLength ?? 0;
  if (minimum > MAX_LENGTH) return;
  for (const text of formatSamples.get(schema.format ?? '') ?? []) {
    // To the whole quartets that base64 is made of.
    const padding = 'x'.repeat(Math.ceil(Math.max(0, minimum - text.length) / 4) * 4);
    yield* [text, `${padding}${text}`, `${text}${padding}`];
  }
  if (schema.pattern !== undefined) yield* stringsMatching(schema.pattern, schema);
  for (const text of ['sample', 'another', ...(schema.pattern === undefined ? [] : passwordSamples)]) {
    yield text.padEnd(minimum, 'x').slice(0, Math.max(minimum, schema.maxLength ?? text.length));
  }
}

/** What most patterns with look-arounds ask for: a character of each kind. */
const passwordSamples = ['Sample-1', 'Sample-12345', 'Sample123456', 'aA1!aA1!aA1!aA1!'];

/** Texts that a pattern matches, always the same ones; none where it cannot be drawn from. */
export function stringsMatching(
  pattern: RegExp,
  { minLength = 0, maxLength = Infinity }: Partial<Pick<Schema, 'minLength' | 'maxLength'>>,
): readonly string[] {
  return patternSamples(pattern).filter((text) => text.length >= minLength && text.length <= maxLength);
}

const patternSamples = memoize((pattern: RegExp): readonly string[] => {
  if (!canGenerateMatches(pattern)) return [];
  try {
    return generateStrings(pattern, { seed: 1, numRuns: 200 });
  } catch {
    // Look-arounds and back-references cannot be generated from; the schema may need an example then.
    return [];
  }
});

const requireHere = createRequire(import.meta.url);

/**
 * Texts that a pattern matches, the same for the same seed. Drawn by fast-check, which is loaded with the first pattern:
 * most contracts have none. Throws for what cannot be generated from, such as look-arounds.
 */
export function generateStrings(
  pattern: RegExp,
  options: { readonly seed: number; readonly numRuns: number },
): readonly string[] {
  const { sample, stringMatching }: typeof import('fast-check') = requireHere('fast-check');
  return sample(stringMatching(pattern), options);
}

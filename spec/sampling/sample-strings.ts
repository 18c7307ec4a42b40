/** Candidates for a string: for its format, for its pattern, then simple words of the right length. */
import { requireFrom } from '../../platform/node-modules.ts';
import type { Json } from '../json/exact-json.ts';
import { memoize } from '../memoize.ts';
import type { Schema } from '../model/schema.ts';
import { canGenerateMatches, patternParts } from '../validation/patterns.ts';
import { withFewestRepetitions, withMoreRepetitions } from './fixed-quantifiers.ts';
import { removeLookarounds } from './remove-lookarounds.ts';

/** A schema that requires more needs an example. */
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

/** Candidates from the keywords of a string, the simplest first; some may be invalid. */
export function* stringCandidates(schema: Schema): Generator<Json> {
  const minimum = schema.minLength ?? 0;
  if (minimum > MAX_LENGTH) return;
  for (const text of formatSamples.get(schema.format ?? '') ?? []) {
    // Padded in whole quartets, as base64 requires.
    const padding = 'x'.repeat(Math.ceil(Math.max(0, minimum - text.length) / 4) * 4);
    yield* [text, `${padding}${text}`, `${text}${padding}`];
  }
  if (schema.pattern !== undefined) yield* stringsMatching(schema.pattern, schema);
  for (const text of ['sample', 'another', ...(schema.pattern === undefined ? [] : passwordSamples)]) {
    yield text.padEnd(minimum, 'x').slice(0, Math.max(minimum, schema.maxLength ?? text.length));
  }
}

/** Most patterns with lookarounds require a character of each kind. */
const passwordSamples = ['Sample-1', 'Sample-12345', 'Sample123456', 'aA1!aA1!aA1!aA1!'];

/** Returns strings that match a pattern, always the same ones; empty if they cannot be generated. */
export function stringsMatching(
  pattern: RegExp,
  { minLength = 0, maxLength = Infinity }: Partial<Pick<Schema, 'minLength' | 'maxLength'>>,
): readonly string[] {
  const hasLength = (text: string) => text.length >= minLength && text.length <= maxLength;
  const found = patternSamples(pattern).filter(hasLength);
  return found.length > 0 ? found : samplesOfLength(pattern, minLength).filter(hasLength);
}

/** Random texts for `.*` rarely have exactly the right length. */
function samplesOfLength(pattern: RegExp, minLength: number): readonly string[] {
  if (minLength > MAX_PATTERN_LENGTH || !canGenerateMatches(pattern)) return [];
  const samples = samplesByLength(pattern);
  const known = samples.get(minLength) ?? findOfLength(pattern, minLength);
  samples.set(minLength, known);
  return known;
}

const MAX_PATTERN_LENGTH = 5_000;

const samplesByLength = memoize((_pattern: RegExp) => new Map<number, readonly string[]>());

function findOfLength(pattern: RegExp, minLength: number): readonly string[] {
  const source = anchored(removeLookarounds(pattern.source));
  const options = { seed: 1, numRuns: 10 };
  const shortest = tryGenerate(withFewestRepetitions(source), pattern, options);
  const missing = minLength - (shortest[0]?.length ?? 0);
  const longer = missing <= 0 ? [] : withMoreRepetitions(source, missing);
  return [...shortest, ...longer.flatMap((one) => tryGenerate(one, pattern, options))].filter((text) =>
    pattern.test(text),
  );
}

/** Many schemas of a document have the same pattern, each as a RegExp of its own. */
const patternSamples = memoize((pattern: RegExp): readonly string[] => {
  const key = `${pattern.flags} ${pattern.source}`;
  const samples = samplesBySource.get(key) ?? computeSamples(pattern);
  if (samplesBySource.size >= MAX_PATTERNS) samplesBySource.clear();
  if (pattern.source.length <= MAX_SHARED_LENGTH) samplesBySource.set(key, samples);
  return samples;
});

/** Kept as long as the process, so neither many nor large. */
const samplesBySource = new Map<string, readonly string[]>();
const MAX_PATTERNS = 500;
const MAX_SHARED_LENGTH = 200;

function computeSamples(pattern: RegExp): readonly string[] {
  if (!canGenerateMatches(pattern)) return [];
  try {
    return generateStrings(pattern, { seed: 1, numRuns: 200 });
  } catch {
    return samplesWithoutLookarounds(pattern);
  }
}

/** Without anchors, texts have anything around what the pattern describes. */
function anchored(source: string): string {
  return source.includes('|') && !/^\^.*\$$/s.test(source)
    ? `^(?:${source})$`
    : `${source.startsWith('^') ? '' : '^'}${source}${source.endsWith('$') ? '' : '$'}`;
}

/**
 * fast-check does not support lookarounds, nor back-references. Most lookarounds exclude a few texts only, and of
 * several patterns one often implies the others. If not, such a schema may need an example.
 */
function samplesWithoutLookarounds(pattern: RegExp): readonly string[] {
  return patternParts(pattern)
    .flatMap((part) => tryGenerate(removeLookarounds(part.source), part, { seed: 1, numRuns: 500 }))
    .filter((text) => pattern.test(text));
}

/** Empty if fast-check does not support the pattern. */
function tryGenerate(
  source: string,
  { flags }: RegExp,
  options: { readonly seed: number; readonly numRuns: number },
): readonly string[] {
  try {
    return generateStrings(new RegExp(source, flags), options);
  } catch {
    return [];
  }
}

/**
 * Generates strings that match a pattern, the same for the same seed. Loads fast-check with the first pattern, since
 * most contracts have none. Throws for patterns that fast-check does not support, such as lookarounds.
 */
export function generateStrings(
  pattern: RegExp,
  options: { readonly seed: number; readonly numRuns: number },
): readonly string[] {
  return loadFastCheck().sample(matchingTexts(pattern), options);
}

let fastCheck: typeof import('fast-check') | undefined;

/** A browser must have it before the first pattern, because it cannot load it synchronously. */
export async function importFastCheck(): Promise<void> {
  fastCheck ??= await import('fast-check');
}

/** Memoized, since fast-check takes up to a second to build the generator of a long pattern. */
const matchingTexts = memoize((pattern: RegExp) => loadFastCheck().stringMatching(pattern));

function loadFastCheck(): typeof import('fast-check') {
  const loaded: typeof import('fast-check') = fastCheck ?? requireFrom(import.meta.url)('fast-check');
  fastCheck = loaded;
  return loaded;
}

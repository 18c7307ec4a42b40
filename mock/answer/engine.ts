/**
 * Prism, behind one door: it generates what an answer holds (static examples, or dynamic values from a seed).
 * Its routing, negotiation and validation are not asked; router.ts, accept.ts and validate.ts say why. Importing it
 * costs about half a second, so this module is imported lazily. The parts of Prism that are used stand in files of
 * their own, which its index does not export one by one; the version is pinned.
 */
import { createRequire } from 'node:module';
import { createLogger } from '@stoplight/prism-core';
import type mockerModule from '@stoplight/prism-http/dist/mocker/index.js';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http/dist/utils/operations.js';
import type { Contract, MediaType, Operation, Response } from '../../spec/contract.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../spec/exact-json.ts';

export interface SampleWish {
  readonly operation: Operation;
  readonly response: Response;
  readonly media: MediaType | undefined;
  /** The name of a declared example. */
  readonly example: string | undefined;
  readonly dynamic: boolean;
  /** For dynamic values; without one they differ from call to call. */
  readonly seed: string | undefined;
}

/** Not yet judged: Prism's values can break their own schema. */
export interface PrismSample {
  /** `undefined` where Prism has nothing to offer. */
  readonly body: Json | undefined;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, Json>;
  /** Why Prism has nothing to offer, where that is a failure. */
  readonly failure: string | undefined;
}

export interface Engine {
  sample(wish: SampleWish): PrismSample;
}

const requireHere = createRequire(import.meta.url);
// By require: what `import` makes of a transpiled default export depends on who loads this file (Node, Vitest).
const mocker: typeof mockerModule = requireHere('@stoplight/prism-http/dist/mocker/index.js');

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

export async function createEngine(contract: Contract): Promise<Engine> {
  const operations = await getHttpOperationsFromSpec(onlyLocalRefs(contract.document));
  dropImpliedBounds(operations, new Set());
  const logger = createLogger('mock', { level: 'silent' });
  const byRoute = new Map(operations.map((one) => [`${one.method.toUpperCase()} ${one.path}`, one]));

  function sample(wish: SampleWish): PrismSample {
    const known = byRoute.get(`${wish.operation.method} ${wish.operation.path}`);
    if (known === undefined) return nothing('the operation is unknown to it');
    seedFaker(wish.seed);
    const outcome = mocker.default({
      resource: narrow(known, wish),
      input: { data: { method: 'get', url: { path: wish.operation.path } }, validations: [] },
      config: configFor(wish),
    })(logger);
    if (outcome._tag === 'Left') return nothing(outcome.left.message);
    return toSample(outcome.right.body, outcome.right.headers);
  }

  return {
    sample: (wish) => {
      try {
        return sample(wish);
      } catch (error) {
        return nothing(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

/** Only reached for the status and media type chosen beforehand, so Prism has no choice and cannot miss. */
const STATUS = 200;
const MEDIA_TYPE = 'application/json';

/**
 * The operation with one response and one media type to find. All others stay at their index, since references
 * within the operation go by index. Callbacks are left out: Prism would call whatever URL the client sends.
 */
function narrow({ callbacks: _callbacks, ...operation }: PrismOperation, wish: SampleWish): PrismOperation {
  const responses = operation.responses.map((response, index) => {
    if (response.code.toUpperCase() !== wish.response.status.toUpperCase())
      return { ...response, code: `0-${index}` };
    const contents = response.contents?.map((content) => ({
      ...content,
      mediaType: rangeOf(content.mediaType) === wish.media?.range ? MEDIA_TYPE : 'unused/unused',
    }));
    return { ...response, code: String(STATUS), ...(contents === undefined ? {} : { contents }) };
  });
  return { ...operation, responses };
}

function rangeOf(mediaType: string): string {
  return mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Prism keeps the last seed for all that come after; so every call brings one. */
function configFor({ dynamic, seed, example, media }: SampleWish) {
  const isKnown = example !== undefined && media?.examples.some(({ name }) => name === example) === true;
  return {
    code: STATUS,
    mediaTypes: [MEDIA_TYPE],
    dynamic,
    ignoreExamples: dynamic,
    seed: seed ?? String(Math.random()),
    ...(isKnown ? { exampleKey: prismKey(example) } : {}),
  };
}

/** Prism calls the one of `example:` "default"; the contract calls it "example". */
function prismKey(example: string): string {
  return example === 'example' ? 'default' : example;
}

/**
 * Prism's reader gives every integer with a format the bounds of that format (and those of a double to an int64), and
 * its static sample is then the lowest: -9007199254740991. What the document does not say itself is taken out again.
 */
function dropImpliedBounds(value: unknown, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const part of Object.values(value)) dropImpliedBounds(part, seen);
  const stated = statedKeywords(value);
  if (stated === undefined) return;
  for (const bound of ['minimum', 'maximum']) {
    if (!stated.includes(bound)) Reflect.deleteProperty(value, bound);
  }
}

/** Where the reader adds bounds it notes which keywords were there before. */
function statedKeywords(schema: object): readonly unknown[] | undefined {
  const note: unknown = 'x-stoplight' in schema ? schema['x-stoplight'] : undefined;
  if (typeof note !== 'object' || note === null || !('explicitProperties' in note)) return undefined;
  return Array.isArray(note.explicitProperties) ? note.explicitProperties : undefined;
}

interface Faker {
  readonly faker: { seed(seed?: number): number; setDefaultRefDate(date?: string | number): void };
}

const requireAsPrism = createRequire(requireHere.resolve('@stoplight/prism-http'));
const REFERENCE_DATE = '2026-01-01T00:00:00.000Z';

/** `x-faker` values come from a generator that Prism's seed does not reach. */
function seedFaker(seed: string | undefined): void {
  const { faker }: Faker = requireAsPrism('@faker-js/faker');
  faker.seed(seed === undefined ? undefined : hash(seed));
  if (seed === undefined) faker.setDefaultRefDate();
  else faker.setDefaultRefDate(REFERENCE_DATE);
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  return [...text].reduce(
    (sum, char) => Math.imul(sum ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0,
    0x811c9dc5,
  );
}

function toSample(body: unknown, headers: Readonly<Record<string, unknown>> = {}): PrismSample {
  const named = Object.entries(headers).flatMap(([name, value]) => {
    const json = toJson(value);
    return json === undefined || json === null ? [] : [[name.toLowerCase(), json] as const];
  });
  return { body: toJson(body), headers: new Map(named), failure: undefined };
}

/** Prism's values can hold dates, cycles and undefined; what JSON cannot say is nothing. */
function toJson(value: unknown): Json | undefined {
  const text = JSON.stringify(value);
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok === true ? parsed.value : undefined;
}

function nothing(failure: string): PrismSample {
  return { body: undefined, headers: new Map(), failure };
}

/** A copy, for Prism writes into it. References are within the document; one elsewhere would be fetched. */
function onlyLocalRefs(document: JsonObject): object {
  return Object.fromEntries(Object.entries(document).map(([key, part]) => [key, copyLocal(part)]));
}

function copyLocal(value: Json): Json {
  if (isJsonArray(value)) return value.map(copyLocal);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, part]) => key !== '$ref' || typeof part !== 'string' || part.startsWith('#'),
  );
  return Object.fromEntries(kept.map(([key, part]) => [key, copyLocal(part)]));
}

/**
 * Prism, behind one door: it generates what an answer holds (static examples, or dynamic values from a seed).
 * Its routing, negotiation and validation are not asked; router.ts, accept.ts and validate.ts say why. Importing it
 * takes about as long as all else of a start, so this module is imported lazily. The parts of Prism that are used stand in files of
 * their own, which its index does not export one by one; the version is pinned.
 */
import { createRequire } from 'node:module';
import { type Json, parseJson } from '../../spec/json/exact-json.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { remembered } from '../../spec/remembered.ts';
import { type AnswerPlace, answerDocument, ONLY } from './answer-document.ts';
import type { GeneratorOptions } from './generator-options.ts';
import { lazily, withStandIns } from './stand-in.ts';

export interface SampleWish extends AnswerPlace {
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
  /** Never rejects. */
  sample(wish: SampleWish): Promise<PrismSample>;
}

interface Prism {
  readonly core: typeof import('@stoplight/prism-core');
  readonly mocker: typeof import('@stoplight/prism-http/dist/mocker/index.js');
  readonly operations: typeof import('@stoplight/prism-http/dist/utils/operations.js');
}

const requireHere = createRequire(import.meta.url);
// Prism has copies of its own of its libraries; settings made elsewhere would not reach them.
const requireAsPrism = createRequire(requireHere.resolve('@stoplight/prism-http'));
const { core, mocker, operations } = loadPrism();
const { getHttpOperationsFromSpec } = operations;
const logger = core.createLogger('mock', { level: 'silent' });

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/**
 * By require: what `import` makes of a transpiled default export depends on who loads this file (Node, Vitest). Half of the
 * time would go to Postman's collections, which are no OpenAPI documents, and to Faker, which no static value needs.
 */
function loadPrism(): Prism {
  const requireAsSpec = createRequire(requireAsPrism.resolve('@stoplight/http-spec/oas'));
  const standIns = [
    {
      require: requireAsSpec,
      name: 'postman-collection',
      exports: lazily(() => requireAsSpec('postman-collection')),
    },
    { require: requireAsPrism, name: '@faker-js/faker', exports: { faker: lazily(() => fakers().faker) } },
  ];
  return withStandIns(standIns, () => ({
    core: requireHere('@stoplight/prism-core'),
    mocker: requireHere('@stoplight/prism-http/dist/mocker/index.js'),
    operations: requireHere('@stoplight/prism-http/dist/utils/operations.js'),
  }));
}

/** Prism reads each answer when it is first asked for: a large document costs nothing at the start. */
export function createEngine(contract: Contract, options: GeneratorOptions): Engine {
  const generator = createGenerator(options);
  const known = new Map<string, Promise<PrismOperation | undefined>>();

  async function sample(wish: SampleWish): Promise<PrismSample> {
    const key = JSON.stringify([wish.operation.id, wish.response.status, wish.media?.range]);
    const reading = known.get(key) ?? readAnswer(contract, wish);
    known.set(key, reading);
    const resource = await reading;
    if (resource === undefined) return nothing('the schema is too large when it is written out');
    // Nothing is waited for from here on: the generators are the same for all stores of a process.
    generator.prepare(wish.seed);
    const draw = mocker.default({
      resource,
      input: { data: { method: ONLY.method, url: { path: ONLY.path } }, validations: [] },
      config: configFor({ ...wish, dynamic: wish.dynamic && !isHuge(resource) }),
    });
    const outcome = withChance(wish.seed, () => draw(logger));
    if (outcome._tag === 'Left') return nothing(outcome.left.message);
    return toSample(outcome.right.body, outcome.right.headers);
  }

  return {
    sample: async (wish) => {
      try {
        return await sample(wish);
      } catch (error) {
        return nothing(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

async function readAnswer({ document }: Contract, wish: SampleWish): Promise<PrismOperation | undefined> {
  const only = answerDocument(document, wish);
  if (only === undefined) return undefined;
  const [operation] = await getHttpOperationsFromSpec(only);
  dropImpliedBounds(operation, new Set());
  return operation;
}

/** For multiples of a number and for what is `not` something, json-schema-faker asks Math.random, whatever its seed. */
function withChance<Drawn>(seed: string | undefined, draw: () => Drawn): Drawn {
  if (seed === undefined) return draw();
  const { random } = Math;
  Math.random = seedrandom(seed);
  try {
    return draw();
  } finally {
    Math.random = random;
  }
}

/** Prism keeps the last seed for all that come after; so every call brings one. */
function configFor({ dynamic, seed }: SampleWish) {
  return {
    code: ONLY.status,
    mediaTypes: [ONLY.mediaType],
    dynamic,
    ignoreExamples: dynamic,
    seed: seed ?? String(Math.random()),
  };
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

/** Drawing so much takes a minute, in which nobody else is answered. */
const MOST_DRAWN = 50_000;

const isHuge = remembered((operation: PrismOperation) => asksForMuch(operation, new Set()));

function asksForMuch(value: unknown, seen: Set<object>): boolean {
  if (typeof value !== 'object' || value === null || seen.has(value)) return false;
  seen.add(value);
  return Object.entries(value).some(([name, part]) =>
    name === 'minLength' || name === 'minItems' ? Number(part) > MOST_DRAWN : asksForMuch(part, seen),
  );
}

/** Where the reader adds bounds it notes which keywords were there before. */
function statedKeywords(schema: object): readonly unknown[] | undefined {
  const note: unknown = 'x-stoplight' in schema ? schema['x-stoplight'] : undefined;
  if (typeof note !== 'object' || note === null || !('explicitProperties' in note)) return undefined;
  return Array.isArray(note.explicitProperties) ? note.explicitProperties : undefined;
}

interface Faker {
  seed(seed?: number): number;
  setDefaultRefDate(date?: string | number): void;
}

interface JsonSchemaFaker {
  option(name: string, value: unknown): void;
  extend(name: string, make: () => object): void;
}

interface Fakers {
  readonly faker: Faker;
  readonly allFakers: Readonly<Record<string, Faker>>;
}

const { JSONSchemaFaker }: { JSONSchemaFaker: JsonSchemaFaker } = requireAsPrism('json-schema-faker');
const seedrandom: (seed: string) => () => number = requireAsPrism('seedrandom');
const REFERENCE_DATE = '2026-01-01T00:00:00.000Z';

/** Sets what is the same for all stores of the process, before each value: the options, and a seed for `x-faker` too. */
function createGenerator({ locale, settings }: GeneratorOptions) {
  if (locale !== undefined) fakerFor(locale);
  function prepare(seed: string | undefined): void {
    mocker.resetJSONSchemaGenerator();
    for (const [name, value] of settings) JSONSchemaFaker.option(name, value);
    JSONSchemaFaker.extend('faker', () => lazily(() => seeded(fakerFor(locale), seed)));
  }
  return { prepare };
}

function seeded(faker: Faker, seed: string | undefined): Faker {
  faker.seed(seed === undefined ? undefined : hash(seed));
  if (seed === undefined) faker.setDefaultRefDate();
  else faker.setDefaultRefDate(REFERENCE_DATE);
  return faker;
}

/** Throws for a locale that there is not. */
function fakerFor(locale: string | undefined): Faker {
  const { faker: english, allFakers } = fakers();
  const faker = locale === undefined ? english : allFakers[locale];
  if (faker === undefined) throw new Error(`x-json-schema-faker.locale: Faker does not have ${locale}`);
  return faker;
}

function fakers(): Fakers {
  return requireAsPrism('@faker-js/faker');
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

/** Some messages of the generator bring a stack trace along, which is nobody's business in journal and log. */
function nothing(message: string): PrismSample {
  const [failure = ''] = message.split('\n', 1);
  return { body: undefined, headers: new Map(), failure };
}

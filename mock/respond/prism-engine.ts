/**
 * Prism, behind one door: it generates what an answer holds (static examples, or dynamic values from a seed).
 * Its routing, negotiation and validation are not asked; router.ts, accept.ts and validate.ts say why. Importing it
 * takes about as long as all else of a start, so this module is imported lazily. The parts of Prism that are used stand in files of
 * their own, which its index does not export one by one; the version is pinned.
 */
import { createRequire } from 'node:module';
import { type Json, parseJson } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { GeneratorOptions } from './generator-options.ts';
import { lazyExports, withLazyModules } from './lazy-modules.ts';
import { PRISM_OPERATION, prismDocument, type ResponsePlace } from './prism-document.ts';

export interface EngineRequest extends ResponsePlace {
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

export interface SampleEngine {
  /** Never rejects. */
  generateSample(request: EngineRequest): Promise<PrismSample>;
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
  const lazyModules = [
    {
      require: requireAsSpec,
      name: 'postman-collection',
      exports: lazyExports(() => requireAsSpec('postman-collection')),
    },
    {
      require: requireAsPrism,
      name: '@faker-js/faker',
      exports: { faker: lazyExports(() => loadFakers().faker) },
    },
  ];
  return withLazyModules(lazyModules, () => ({
    core: requireHere('@stoplight/prism-core'),
    mocker: requireHere('@stoplight/prism-http/dist/mocker/index.js'),
    operations: requireHere('@stoplight/prism-http/dist/utils/operations.js'),
  }));
}

/** Prism reads each answer when it is first asked for: a large document costs nothing at the start. */
export function createEngine(contract: Contract, options: GeneratorOptions): SampleEngine {
  const generator = createGenerator(options);
  const known = new Map<string, Promise<PrismOperation | undefined>>();

  async function sample(request: EngineRequest): Promise<PrismSample> {
    const key = JSON.stringify([request.operation.id, request.response.status, request.media?.range]);
    const pendingOperation = known.get(key) ?? readOperation(contract, request);
    known.set(key, pendingOperation);
    const resource = await pendingOperation;
    if (resource === undefined) return failedSample('the schema is too large when it is written out');
    // Nothing is waited for from here on: the generators are the same for all stores of a process.
    generator.prepare(request.seed);
    const generate = mocker.default({
      resource,
      input: {
        data: { method: PRISM_OPERATION.method, url: { path: PRISM_OPERATION.path } },
        validations: [],
      },
      config: mockerConfig({ ...request, dynamic: request.dynamic && !isTooLargeToGenerate(resource) }),
    });
    const result = withSeededRandom(request.seed, () => generate(logger));
    if (result._tag === 'Left') return failedSample(result.left.message);
    return toPrismSample(result.right.body, result.right.headers);
  }

  return {
    generateSample: async (request) => {
      try {
        return await sample(request);
      } catch (error) {
        return failedSample(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

async function readOperation({ document }: Contract, request: EngineRequest): Promise<PrismOperation | undefined> {
  const singleResponseDocument = prismDocument(document, request);
  if (singleResponseDocument === undefined) return undefined;
  const [operation] = await getHttpOperationsFromSpec(singleResponseDocument);
  dropImpliedBounds(operation, new Set());
  return operation;
}

/** For multiples of a number and for what is `not` something, json-schema-faker asks Math.random, whatever its seed. */
function withSeededRandom<Drawn>(seed: string | undefined, generate: () => Drawn): Drawn {
  if (seed === undefined) return generate();
  const { random } = Math;
  Math.random = seedrandom(seed);
  try {
    return generate();
  } finally {
    Math.random = random;
  }
}

/** Prism keeps the last seed for all that come after; so every call brings one. */
function mockerConfig({ dynamic, seed }: EngineRequest) {
  return {
    code: PRISM_OPERATION.status,
    mediaTypes: [PRISM_OPERATION.mediaType],
    dynamic,
    ignoreExamples: dynamic,
    seed: seed ?? String(Math.random()),
  };
}

/**
 * Prism's reader gives every integer with a format the bounds of that format (and those of a double to an int64), and
 * its static sample is then the lowest: -9007199254740991. What the document does not say itself is taken out again.
 */
function dropImpliedBounds(value: unknown, visited: Set<object>): void {
  if (typeof value !== 'object' || value === null || visited.has(value)) return;
  visited.add(value);
  for (const part of Object.values(value)) dropImpliedBounds(part, visited);
  const stated = statedKeywords(value);
  if (stated === undefined) return;
  for (const bound of ['minimum', 'maximum']) {
    if (!stated.includes(bound)) Reflect.deleteProperty(value, bound);
  }
}

/** Drawing so much takes a minute, in which nobody else is answered. */
const MAX_GENERATED_LENGTH = 50_000;

const isTooLargeToGenerate = memoize((operation: PrismOperation) => requiresLargeValue(operation, new Set()));

function requiresLargeValue(value: unknown, visited: Set<object>): boolean {
  if (typeof value !== 'object' || value === null || visited.has(value)) return false;
  visited.add(value);
  return Object.entries(value).some(([name, part]) =>
    name === 'minLength' || name === 'minItems'
      ? Number(part) > MAX_GENERATED_LENGTH
      : requiresLargeValue(part, visited),
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
  if (locale !== undefined) localeFaker(locale);
  function prepare(seed: string | undefined): void {
    mocker.resetJSONSchemaGenerator();
    for (const [name, value] of settings) JSONSchemaFaker.option(name, value);
    JSONSchemaFaker.extend('faker', () => lazyExports(() => seedFaker(localeFaker(locale), seed)));
  }
  return { prepare };
}

function seedFaker(faker: Faker, seed: string | undefined): Faker {
  faker.seed(seed === undefined ? undefined : hashSeed(seed));
  if (seed === undefined) faker.setDefaultRefDate();
  else faker.setDefaultRefDate(REFERENCE_DATE);
  return faker;
}

/** Throws for a locale that there is not. */
function localeFaker(locale: string | undefined): Faker {
  const { faker: english, allFakers } = loadFakers();
  const faker = locale === undefined ? english : allFakers[locale];
  if (faker === undefined) throw new Error(`x-json-schema-faker.locale: Faker does not have ${locale}`);
  return faker;
}

function loadFakers(): Fakers {
  return requireAsPrism('@faker-js/faker');
}

/** FNV-1a, 32 bits. */
function hashSeed(text: string): number {
  return [...text].reduce((sum, char) => Math.imul(sum ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0, 0x811c9dc5);
}

function toPrismSample(body: unknown, headers: Readonly<Record<string, unknown>> = {}): PrismSample {
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
function failedSample(message: string): PrismSample {
  const [failure = ''] = message.split('\n', 1);
  return { body: undefined, headers: new Map(), failure };
}

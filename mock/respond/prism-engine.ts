/**
 * The only module that uses Prism: it generates sample bodies and headers (static examples, or dynamic values from a
 * seed). Prism's routing, negotiation and validation are not used; router.ts, content-negotiation.ts and
 * validate-request.ts say why. Importing Prism takes about as long as the rest of the start, so this module is imported
 * lazily. It uses internal files that Prism's index does not export; the version is pinned.
 */
import { type Json, parseJson } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { hashText } from '../made-up/faker.ts';
import type { GeneratorOptions } from './generator-options.ts';
import { lazyExports } from './lazy-modules.ts';
import { PRISM_OPERATION, prismDocument, type ResponsePlace } from './prism-document.ts';
import { core, type Faker, JSONSchemaFaker, loadFakers, mocker, operations, seedrandom } from './prism-modules.ts';

export interface EngineRequest extends ResponsePlace {
  /** The name of a declared example. */
  readonly example: string | undefined;
  readonly dynamic: boolean;
  /** The seed for dynamic values; without one they differ with each call. */
  readonly seed: string | undefined;
}

/** Not validated yet: Prism's values can violate their own schema. */
export interface PrismSample {
  /** `undefined` if Prism generates no value. */
  readonly body: Json | undefined;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, Json>;
  /** The error, if Prism failed to generate a value. */
  readonly failure: string | undefined;
}

export interface SampleEngine {
  /** Never rejects. */
  generateSample(request: EngineRequest): Promise<PrismSample>;
}

const { getHttpOperationsFromSpec } = operations;
const logger = core.createLogger('mock', { level: 'silent' });

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** Prism reads each response on its first use, so a large document does not slow down the start. */
export function createEngine(contract: Contract, options: GeneratorOptions): SampleEngine {
  const generator = createGenerator(options);
  const known = new Map<string, Promise<PrismOperation | undefined>>();

  async function sample(request: EngineRequest): Promise<PrismSample> {
    const key = JSON.stringify([request.operation.id, request.response.status, request.media?.range]);
    const pendingOperation = known.get(key) ?? readOperation(contract, request);
    known.set(key, pendingOperation);
    const resource = await pendingOperation;
    if (resource === undefined) return failedSample('the schema is too large after its references are expanded');
    // No `await` from here on: all mock servers of the process share the generators.
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

/** json-schema-faker ignores its seed and uses Math.random for multiples of a number and for `not`. */
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

/** Every call sets a seed, because Prism keeps the last one for later calls. */
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
 * Prism's parser adds the bounds of its format to every integer (and those of a double to an int64), and its static
 * sample is then the minimum: -9007199254740991. This removes bounds that the document does not declare.
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

/** Generating larger values blocks the process for a minute. */
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

/** When the parser adds bounds, it records which keywords the document declares. */
function statedKeywords(schema: object): readonly unknown[] | undefined {
  const note: unknown = 'x-stoplight' in schema ? schema['x-stoplight'] : undefined;
  if (typeof note !== 'object' || note === null || !('explicitProperties' in note)) return undefined;
  return Array.isArray(note.explicitProperties) ? note.explicitProperties : undefined;
}

const REFERENCE_DATE = '2026-01-01T00:00:00.000Z';

/**
 * Before each value, sets the state that all mock servers of the process share: the options, and the seed for
 * `x-faker`.
 */
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
  faker.seed(seed === undefined ? undefined : hashText(seed));
  if (seed === undefined) faker.setDefaultRefDate();
  else faker.setDefaultRefDate(REFERENCE_DATE);
  return faker;
}

/** Throws for an unknown locale. */
function localeFaker(locale: string | undefined): Faker {
  const { faker: english, allFakers } = loadFakers();
  const faker = locale === undefined ? english : allFakers[locale];
  if (faker === undefined) throw new Error(`x-json-schema-faker.locale: Faker does not have ${locale}`);
  return faker;
}

function toPrismSample(body: unknown, headers: Readonly<Record<string, unknown>> = {}): PrismSample {
  const named = Object.entries(headers).flatMap(([name, value]) => {
    const json = toJson(value);
    return json === undefined || json === null ? [] : [[name.toLowerCase(), json] as const];
  });
  return { body: toJson(body), headers: new Map(named), failure: undefined };
}

/** Prism's values can contain dates, cycles and undefined; undefined if they cannot be represented as JSON. */
function toJson(value: unknown): Json | undefined {
  const text = JSON.stringify(value);
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok === true ? parsed.value : undefined;
}

/** Some messages of the generator contain a stack trace, which does not belong in the journal and the log. */
function failedSample(message: string): PrismSample {
  const [failure = ''] = message.split('\n', 1);
  return { body: undefined, headers: new Map(), failure };
}

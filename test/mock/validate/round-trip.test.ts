/** The mock parses what the verifier serializes: each location, style, explode and type of a parameter. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serializeParameters } from '../../../contracts/conformance/request/parameters/serialize-parameters.ts';
import { HttpError } from '../../../mock/http/http-error.ts';
import { parseTarget } from '../../../mock/http/request-target.ts';
import { createRequestContext } from '../../../mock/request/request-context.ts';
import { createRouter } from '../../../mock/routing/router.ts';
import { isEqualJson, isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { isUnambiguous } from '../../../spec/wire/parameter-styles.ts';
import { contractFromJson as contractFrom } from '../support.ts';

const styles: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

/** Text that needs no encoding: no separators, no white space at the ends. */
const bareText = fc.stringMatching(/^[a-z][\w .!~-]{0,6}[a-z]$/);
const text = fc
  .string({ minLength: 1, unit: 'grapheme' })
  .filter((one) => one.isWellFormed() && one.trim() !== '' && !/^\.{1,2}$/.test(one));

interface Kind {
  readonly schema: Json;
  /** Whether the style has a well-defined form for values of this kind. */
  readonly like: Json;
  readonly values: (text: fc.Arbitrary<string>) => fc.Arbitrary<Json>;
}

const integers = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => exact(value));
const kinds: Readonly<Record<string, Kind>> = {
  string: { like: 'a', schema: { type: 'string' }, values: (texts) => texts },
  integer: { like: 1, schema: { type: 'integer', format: 'int64' }, values: () => integers },
  number: {
    like: 1,
    schema: { type: 'number' },
    values: () => fc.double({ noNaN: true, min: -1e15, max: 1e15 }).map((one) => one + 0),
  },
  boolean: { like: true, schema: { type: 'boolean' }, values: () => fc.boolean() },
  strings: {
    like: ['a', 'b'],
    schema: { type: 'array', items: { type: 'string' } },
    values: (texts) => fc.array(texts, { minLength: 1, maxLength: 4 }),
  },
  integers: {
    like: [1, 2],
    schema: { type: 'array', items: { type: 'integer', format: 'int64' } },
    values: () => fc.array(integers, { minLength: 1, maxLength: 4 }),
  },
  object: {
    like: { x: 1 },
    schema: {
      type: 'object',
      required: ['x'],
      properties: { x: { type: 'integer' }, 'a b': { type: 'string' }, on: { type: 'boolean' } },
      additionalProperties: false,
    },
    values: (texts) =>
      fc.record({ x: fc.integer(), 'a b': texts, on: fc.boolean() }, { requiredKeys: ['x'], noNullPrototype: true }),
  },
  map: {
    like: { x: 1 },
    schema: { type: 'object', additionalProperties: { type: 'integer' } },
    values: () =>
      fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.integer(), {
        minKeys: 1,
        maxKeys: 3,
        noNullPrototype: true,
      }),
  },
};

const combinations = Object.entries(styles).flatMap(([where, names]) =>
  names.flatMap((style) =>
    [true, false].flatMap((explode) =>
      Object.entries(kinds).flatMap(([kind, { like }]) =>
        hasForm({ where, style, explode }, like) ? [{ where, style, explode, kind }] : [],
      ),
    ),
  ),
);

describe.each(Object.keys(styles))('a parameter in %s is parsed to its original value', (where) => {
  test.each(combinations.filter((one) => one.where === where))('$style, explode $explode: $kind', async (one) => {
    await roundTrip(one);
  });
});

test.each(['path', 'query', 'header', 'cookie'])(
  'a parameter with content in %s is parsed to its original value',
  async (where) => {
    const contract = await contractOf({
      name: 'p',
      in: where,
      required: true,
      content: { 'application/json': { schema: {} } },
    });
    const value = { list: [1, 'zwei & drei', null], deep: { big: 9223372036854775807n, 'a b': true } };
    // A header has no encoding, so it contains only ASCII.
    expect(await readBack(contract, value)).toEqual(value);
  },
);

test.each(['path', 'query', 'header', 'cookie'])(
  'the same name in %s and in another location is two parameters',
  async (where) => {
    const other = where === 'query' ? 'header' : 'query';
    const contract = await contractOf(
      { name: 'p', in: where, required: true, schema: { type: 'integer' } },
      { name: 'p', in: other, required: true, schema: { type: 'string' } },
    );
    expect(await valuesRead(contract, [7, 'seven'])).toEqual(
      new Map<string, Json>([
        [`${where}.p`, 7],
        [`${other}.p`, 'seven'],
      ]),
    );
  },
);

async function roundTrip({ where, style, explode, kind }: (typeof combinations)[number]): Promise<void> {
  const { schema, values } = kinds[kind] ?? { schema: {}, values: () => fc.constant(null) };
  const contract = await contractOf({ name: 'p', in: where, required: true, style, explode, schema });
  const [parameter] = operationOf(contract).parameters;
  if (parameter === undefined) throw new Error('the parameter is missing');
  await fc.assert(
    fc.asyncProperty(values(where === 'header' ? bareText : text), async (value) => {
      fc.pre(isUnambiguous(parameter, value) && !isAbsent(parameter.in, value));
      const read = await readBack(contract, value);
      expect(
        read !== undefined && isEqualJson(read, value),
        `${stringifyJson(value)} came as ${stringifyJson(read ?? null)}`,
      ).toBe(true);
    }),
    { numRuns: 40, seed: 7, maxSkipsPerRun: 1_000 },
  );
}

interface Written {
  readonly where: string;
  readonly style: string;
  readonly explode: boolean;
}

/** OpenAPI 3.1, 4.8.12.5: combinations that are missing from the table of style values have no form. */
function hasForm({ where, style, explode }: Written, like: Json): boolean {
  const isList = isJsonArray(like);
  const isObject = isJsonObject(like);
  if (style === 'deepObject') return isObject;
  if (style === 'spaceDelimited' || style === 'pipeDelimited') return isList ? !explode : !isObject;
  if (style === 'label' && !explode) return !isList && !isObject;
  return where !== 'cookie' || !explode || (!isList && !isObject);
}

/** As a complete segment, an empty text would be another path. */
function isAbsent(where: string, value: Json): boolean {
  return isJsonArray(value) && value.length === 1 && value[0] === '' && where !== 'query';
}

async function readBack(contract: Contract, value: Json): Promise<Json | undefined> {
  return [...(await valuesRead(contract, [value])).values()][0];
}

async function valuesRead(contract: Contract, values: readonly Json[]): Promise<ReadonlyMap<string, Json>> {
  const operation = operationOf(contract);
  const given = operation.parameters.map((parameter, index) => ({ parameter, value: values[index] ?? null }));
  const { path, headers } = serializeParameters(operation, given);
  const target = parseTarget(path);
  if (target instanceof HttpError) throw new Error(target.message);
  const call = {
    method: 'GET',
    target: path,
    headers: Object.fromEntries(headers.map(([name, line]) => [name.toLowerCase(), line])),
    rawHeaders: headers.flat(),
    readBody: async () => Buffer.alloc(0),
  };
  const route = createRouter(contract).find('GET', target);
  const context = createRequestContext({
    request: call,
    mount: '',
    target,
    route,
    authenticate: () => undefined,
  });
  const validated = await context.validated();
  if (validated instanceof HttpError) throw new Error(`${validated.message} in ${path} ${headers.join(' ')}`);
  return validated.parameters;
}

function operationOf({ operations: [operation] }: Contract): Operation {
  if (operation === undefined) throw new Error('the contract has no operation');
  return operation;
}

async function contractOf(...parameters: readonly Json[]): Promise<Contract> {
  const isInPath = JSON.stringify(parameters).includes('"in":"path"');
  return contractFrom({
    openapi: '3.1.0',
    info: { title: 'Round trip', version: '1' },
    paths: {
      [isInPath ? '/things/{p}' : '/things']: {
        get: { operationId: 'get', parameters, responses: { 204: { description: 'Read' } } },
      },
    },
  });
}

function exact(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

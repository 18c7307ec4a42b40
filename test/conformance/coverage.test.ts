import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { createGeneratorContext } from '../../contracts/conformance/cases/test-category.ts';
import { createCheckContext } from '../../contracts/conformance/checking/run-checks.ts';
import { type CoverageCounter, createCoverage } from '../../contracts/conformance/coverage/index.ts';
import type { Exchange } from '../../contracts/conformance/model/exchange.ts';
import type { RequestSpec } from '../../contracts/conformance/model/request-spec.ts';
import type { TestCase } from '../../contracts/conformance/model/test-case.ts';
import { deriveBaseline, isBaseline } from '../../contracts/conformance/request/baseline-request.ts';
import { createFreshValueSource } from '../../contracts/conformance/request/values/fresh-value-source.ts';
import { testCategories } from '../../contracts/conformance/test-categories.ts';
import type { Coverage, CoverageItem } from '../../contracts/report/coverage.ts';
import { stringifyJson } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { relativeCpuTime } from '../cpu-time.ts';
import { buildRequestSpec } from './build-request-spec.ts';
import { plantStoreContract } from './support.ts';

const fixture = (name: string) =>
  loadContract(fileURLToPath(new URL(`../fixtures/conformance/${name}.yaml`, import.meta.url)));
const shelves = await fixture('coverage');
const bounds = await fixture('bounds');

describe('a run against a correct implementation', () => {
  test('covers the Plant Store', () => {
    const [createPlant] = readAfterAll(plantStoreContract).operations;
    expect(createPlant?.groups.map(({ kind, items }) => [kind, items.length])).toEqual([
      ['responses', 2],
      ['response media types', 2],
      ['request media types', 1],
      ['request properties', 3],
      ['constraints', 8],
      ['response properties', 4],
      ['security schemes', 1],
    ]);
    expect(createPlant?.groups.flatMap(({ items }) => items.filter(hasGap))).toEqual([]);
  });

  test('covers all types of bounds, on both sides', () => {
    const constraints = group(readAfterAll(bounds), 'createThing', 'constraints');
    const shared = constraints.filter(({ name }) => !name.includes('/oneOf/'));
    expect(shared.filter(hasGap)).toEqual([]);
    const keywords = new Set(shared.map(({ name }) => name.slice(name.lastIndexOf('/') + 1)));
    expect([...keywords].toSorted()).toEqual([
      ...['additionalProperties', 'enum', 'exclusiveMaximum', 'exclusiveMinimum', 'format', 'items'],
      ...['maxItems', 'maxLength', 'maximum', 'minItems', 'minLength', 'minimum', 'multipleOf', 'oneOf'],
      ...['pattern', 'required', 'type', 'uniqueItems'],
    ]);
  });
});

describe('reports the reason for a gap', () => {
  let coverage: Coverage;
  beforeAll(() => {
    coverage = readAfterAll(shelves);
  });
  const gapsOf = (kind: string) =>
    group(coverage, 'fillShelf', kind)
      .filter(hasGap)
      .map(({ name, missing }) => [name, ...missing.map(({ variant, reason }) => `${variant}: ${reason}`)]);

  test('a status', () => {
    expect(gapsOf('responses')).toEqual([
      ['404', 'seen: no case requests a record that does not exist'],
      ['409', 'seen: the contract does not specify when it is returned'],
      ['500', 'seen: the contract does not specify when it is returned'],
    ]);
  });

  test('a property and a constraint of an XML body that is sent', () => {
    expect(gapsOf('request media types')).toEqual([]);
    const why = 'XML is checked for its media type and well-formedness, not against its schema';
    expect(gapsOf('request properties')).toEqual([
      ['body.depth', `present: ${why}`, `absent: ${why}`, `rejected: ${why}`],
    ]);
    expect(gapsOf('constraints')).toContainEqual([
      expect.stringMatching(/xml\/schema\/properties\/depth\/type$/),
      `satisfied: ${why}`,
      `violated: ${why}`,
    ]);
  });

  test('a constraint that no value violates', () => {
    const own = gapsOf('constraints').filter(([name]) => name?.startsWith('/components/'));
    expect(own).toEqual([
      [
        '/components/schemas/Shelf/properties/label/format',
        'violated: this format is only a hint: no value violates it',
      ],
      ['/components/schemas/Shelf/properties/label/minLength', 'violated: nothing is less than 0'],
    ]);
  });

  test('counts no invalid value for a property without constraints, and all items of an array as one', () => {
    const properties = group(coverage, 'fillShelf', 'request properties');
    expect(Object.keys(find(properties, 'body.anything').counts)).toEqual(['present', 'absent']);
    expect(find(properties, 'body.pots[].size').missing).toEqual([]);
  });

  test('counts nothing for an operation without checked exchanges', () => {
    const health = createCoverage(shelves)
      .read()
      .operations.find(({ operation }) => operation === 'health');
    expect([health?.exchanges, health?.groups.map(({ kind }) => kind)]).toEqual([0, ['responses']]);
  });
});

test('counts parameters as present, omitted and invalid', () => {
  const parameters = group(readAfterAll(shelves), 'fillShelf', 'parameters');
  expect(parameters.map(({ name, counts }) => [name, Object.keys(counts)])).toEqual([
    ['path shelf', ['valid', 'invalid']],
    ['query dry', ['valid', 'omitted', 'invalid']],
    ['header X-Note', ['valid', 'omitted']],
  ]);
  expect(parameters.filter(hasGap)).toEqual([]);
});

test('counts credentials as tried, and as rejected', () => {
  const counts = (status: number) => {
    const counter = createCoverage(shelves);
    const rejected = casesOf(shelves).filter(({ expectation }) => expectation === 'deny');
    for (const testCase of rejected) note(counter, testCase, () => status);
    const [scheme] = group(counter.read(), 'fillShelf', 'security schemes');
    return [scheme?.name, scheme?.counts['tried'] === rejected.length, scheme?.counts['rejected'] === rejected.length];
  };
  expect([counts(401), counts(200)]).toEqual([
    ['key', true, true],
    ['key', true, false],
  ]);
});

test('counts an accepted invalid request for the constraint, not for the property', () => {
  const counter = createCoverage(shelves);
  for (const testCase of casesOf(shelves)) note(counter, testCase, () => 200);
  const coverage = counter.read();
  expect(find(group(coverage, 'fillShelf', 'request properties'), 'body.width').counts['rejected']).toBe(0);
  const type = find(group(coverage, 'fillShelf', 'constraints'), '/components/schemas/Shelf/properties/width/type');
  expect(type.counts['violated']).toBeGreaterThan(0);
});

test('stays fast and keeps no exchanges, however many there are', async () => {
  const counter = createCoverage(plantStoreContract);
  const checked = casesOf(plantStoreContract)
    .slice(0, 200)
    .map((testCase) => checkedWith(testCase, rightStatus));
  for (const one of checked) counter.record(one);
  const size = JSON.stringify(counter.read()).length;
  const effort = await relativeCpuTime(() => {
    for (let round = 0; round < 250; round++) for (const one of checked) counter.record(one);
  });
  expect(effort).toBeLessThan(10);
  expect(JSON.stringify(counter.read()).length - size).toBeLessThan(200);
});

test('explains why a constraint was not violated: its category was not run, or had no value to change', () => {
  const counter = createCoverage(bounds);
  for (const testCase of casesOf(bounds).filter(({ category }) => category === 'valid-bodies'))
    note(counter, testCase, rightStatus);
  const whys = group(counter.read(), 'createThing', 'constraints').map(({ name, missing }) => {
    return [name.slice(name.lastIndexOf('/') + 1), missing.find(({ variant }) => variant === 'violated')?.reason];
  });
  expect(Object.fromEntries(whys)).toMatchObject({
    type: 'test category wrong-types was not run',
    required: 'test category missing-properties was not run',
    maximum: 'test category limits was not run',
    oneOf: 'test category combinations was not run',
    additionalProperties: 'test category extra-properties was not run',
  });
});

test('counts exactly how many requests must be rejected, and how many were', () => {
  const demandsWith = (statusOf: (testCase: TestCase) => number) => {
    const counter = createCoverage(shelves);
    for (const testCase of casesOf(shelves)) note(counter, testCase, statusOf);
    return counter.read().operations.find(({ operation }) => operation === 'fillShelf')?.rejections;
  };
  const all = casesOf(shelves).filter(({ operation }) => operation.id === 'fillShelf');
  const [reject, refuse] = ['reject', 'deny'].map(
    (wanted) => all.filter(({ expectation }) => expectation === wanted).length,
  );
  expect(demandsWith(() => 200)).toEqual({
    invalidRequests: { responses: reject, rejected: 0 },
    invalidCredentials: { responses: refuse, rejected: 0 },
  });
  expect(demandsWith(rightStatus)).toEqual({
    invalidRequests: { responses: reject, rejected: reject },
    invalidCredentials: { responses: refuse, rejected: refuse },
  });
});

function readAfterAll(contract: Contract): Coverage {
  const counter = createCoverage(contract);
  for (const testCase of casesOf(contract)) note(counter, testCase, rightStatus);
  return counter.read();
}

function casesOf({ operations }: Contract): readonly TestCase[] {
  return operations
    .map((operation) => deriveBaseline(operation, operation.security[0]?.schemes ?? []))
    .filter(isBaseline)
    .flatMap((baseline) =>
      testCategories.flatMap((category) => [...category.generate(createGeneratorContext(baseline))]),
    );
}

function rightStatus({ operation, expectation }: TestCase): number {
  const has = (status: string) => operation.responses.some((one) => one.status === status);
  if (expectation === 'deny') return 401;
  if (expectation === 'reject') return has('400') ? 400 : 422;
  return has('200') ? 200 : 201;
}

function note(counter: CoverageCounter, testCase: TestCase, statusOf: (testCase: TestCase) => number): void {
  counter.record(checkedWith(testCase, statusOf));
}

/** Responses of an implementation that returns what it was sent, and an Error of every shape. */
function checkedWith(testCase: TestCase, statusOf: (testCase: TestCase) => number) {
  const requestSpec = buildRequestSpec(testCase, createFreshValueSource());
  const status = statusOf(testCase);
  const response = testCase.operation.responses.find((one) => one.status === String(status));
  const type = response?.content[0]?.range;
  const error = { error: 1, message: 'no', title: 'no' };
  const body = status < 300 ? stringifyJson(requestSpec.value ?? {}) : stringifyJson(error);
  const received = {
    status,
    headers: type === undefined ? [] : [['Content-Type', type] as const],
    body: Buffer.from(type === undefined ? '' : body),
  };
  return createCheckContext(testCase, requestSpec, exchangeOf(testCase, requestSpec, received));
}

type ReceivedOutcome = Extract<Exchange['outcome'], { kind: 'response' }>['response'];

function exchangeOf(
  { operation: { method } }: TestCase,
  { path, headers }: RequestSpec,
  received: ReceivedOutcome,
): Exchange {
  const request = {
    method,
    url: `http://127.0.0.1${path}`,
    headers,
    body: undefined,
    delivery: 'whole',
  } as const;
  return { request, outcome: { kind: 'response', response: received }, ms: 1 };
}

function group({ operations }: Coverage, operation: string, kind: string): readonly CoverageItem[] {
  const groups = operations.find((one) => one.operation === operation)?.groups ?? [];
  return groups.find((one) => one.kind === kind)?.items ?? [];
}

function find(items: readonly CoverageItem[], name: string): CoverageItem {
  const item = items.find((one) => one.name === name);
  if (item === undefined) throw new Error(`no ${name} among ${items.map((one) => one.name).join(', ')}`);
  return item;
}

function hasGap({ missing }: CoverageItem): boolean {
  return missing.length > 0;
}

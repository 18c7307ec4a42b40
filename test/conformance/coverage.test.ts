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

describe('reports the reason for what is not covered', () => {
  let coverage: Coverage;
  beforeAll(() => {
    coverage = readAfterAll(shelves);
  });
  const gapsOf = (kind: string) =>
    group(coverage, 'fillShelf', kind)
      .filter(hasGap)
      .map(({ name, missing }) => [name, ...missing.map(({ side, why }) => `${side}: ${why}`)]);

  test('a status', () => {
    expect(gapsOf('responses')).toEqual([
      ['404', 'seen: no case asks for what is not there'],
      ['409', 'seen: nothing in the contract leads to it'],
      ['500', 'seen: nothing in the contract leads to it'],
    ]);
  });

  test('a property and a constraint of an XML body that is sent', () => {
    expect(gapsOf('request media types')).toEqual([]);
    const why = 'XML is judged by its media type and by being well-formed, not by its schema';
    expect(gapsOf('request properties')).toEqual([
      ['body.depth', `with: ${why}`, `without: ${why}`, `rejected: ${why}`],
    ]);
    expect(gapsOf('constraints')).toContainEqual([
      expect.stringMatching(/xml\/schema\/properties\/depth\/type$/),
      `kept: ${why}`,
      `broken: ${why}`,
    ]);
  });

  test('a constraint that no value violates', () => {
    const own = gapsOf('constraints').filter(([name]) => name?.startsWith('/components/'));
    expect(own).toEqual([
      [
        '/components/schemas/Shelf/properties/label/format',
        'broken: this format is a note for people: no value breaks it',
      ],
      ['/components/schemas/Shelf/properties/label/minLength', 'broken: nothing is less than 0'],
    ]);
  });

  test('a property of any value has no wrong side, and array items count once', () => {
    const properties = group(coverage, 'fillShelf', 'request properties');
    expect(Object.keys(find(properties, 'body.anything').seen)).toEqual(['with', 'without']);
    expect(find(properties, 'body.pots[].size').missing).toEqual([]);
  });

  test('counts nothing for an operation that was not checked', () => {
    const health = createCoverage(shelves)
      .read()
      .operations.find(({ operation }) => operation === 'health');
    expect([health?.exchanges, health?.groups.map(({ kind }) => kind)]).toEqual([0, ['responses']]);
  });
});

test('parameters are covered when present, missing and wrong', () => {
  const parameters = group(readAfterAll(shelves), 'fillShelf', 'parameters');
  expect(parameters.map(({ name, seen }) => [name, Object.keys(seen)])).toEqual([
    ['path shelf', ['given', 'wrong']],
    ['query dry', ['given', 'left out', 'wrong']],
    ['header X-Note', ['given', 'left out']],
  ]);
  expect(parameters.filter(hasGap)).toEqual([]);
});

test('counts tested credentials, and rejected ones', () => {
  const counts = (status: number) => {
    const counter = createCoverage(shelves);
    const rejected = casesOf(shelves).filter(({ expectation }) => expectation === 'refuse');
    for (const testCase of rejected) note(counter, testCase, () => status);
    const [scheme] = group(counter.read(), 'fillShelf', 'security schemes');
    return [scheme?.name, scheme?.seen['tried'] === rejected.length, scheme?.seen['refused'] === rejected.length];
  };
  expect([counts(401), counts(200)]).toEqual([
    ['key', true, true],
    ['key', true, false],
  ]);
});

test('an accepted invalid request counts as a tested constraint, not as a rejected property', () => {
  const counter = createCoverage(shelves);
  for (const testCase of casesOf(shelves)) note(counter, testCase, () => 200);
  const coverage = counter.read();
  expect(find(group(coverage, 'fillShelf', 'request properties'), 'body.width').seen['rejected']).toBe(0);
  const type = find(group(coverage, 'fillShelf', 'constraints'), '/components/schemas/Shelf/properties/width/type');
  expect(type.seen['broken']).toBeGreaterThan(0);
});

test('counts many exchanges with little time and memory', async () => {
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

test('reports why a constraint was not violated: its test category was not run, or did not apply', () => {
  const counter = createCoverage(bounds);
  for (const testCase of casesOf(bounds).filter(({ category }) => category === 'valid-bodies'))
    note(counter, testCase, rightStatus);
  const whys = group(counter.read(), 'createThing', 'constraints').map(({ name, missing }) => {
    return [name.slice(name.lastIndexOf('/') + 1), missing.find(({ side }) => side === 'broken')?.why];
  });
  expect(Object.fromEntries(whys)).toMatchObject({
    type: 'the family wrong-types was not run',
    required: 'the family missing-properties was not run',
    maximum: 'the family limits was not run',
    oneOf: 'the family combinations was not run',
    additionalProperties: 'the family extra-properties was not run',
  });
});

test('counts required rejections exactly, and how many occurred', () => {
  const demandsWith = (statusOf: (testCase: TestCase) => number) => {
    const counter = createCoverage(shelves);
    for (const testCase of casesOf(shelves)) note(counter, testCase, statusOf);
    return counter.read().operations.find(({ operation }) => operation === 'fillShelf')?.demands;
  };
  const all = casesOf(shelves).filter(({ operation }) => operation.id === 'fillShelf');
  const [reject, refuse] = ['reject', 'refuse'].map(
    (wanted) => all.filter(({ expectation }) => expectation === wanted).length,
  );
  expect(demandsWith(() => 200)).toEqual({
    reject: { answered: reject, kept: 0 },
    refuse: { answered: refuse, kept: 0 },
  });
  expect(demandsWith(rightStatus)).toEqual({
    reject: { answered: reject, kept: reject },
    refuse: { answered: refuse, kept: refuse },
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
  if (expectation === 'refuse') return 401;
  if (expectation === 'reject') return has('400') ? 400 : 422;
  return has('200') ? 200 : 201;
}

function note(counter: CoverageCounter, testCase: TestCase, statusOf: (testCase: TestCase) => number): void {
  counter.record(checkedWith(testCase, statusOf));
}

/** The responses of an implementation that echoes requests, and an Error of every structure. */
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

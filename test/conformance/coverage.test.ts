import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { contextOf } from '../../contracts/conformance/cases/family.ts';
import { type CoverageCounter, createCoverage } from '../../contracts/conformance/coverage/index.ts';
import { families } from '../../contracts/conformance/families.ts';
import { judgedOf } from '../../contracts/conformance/judging/judge.ts';
import type { Case } from '../../contracts/conformance/model/case.ts';
import type { Draft } from '../../contracts/conformance/model/draft.ts';
import type { Exchange } from '../../contracts/conformance/model/exchange.ts';
import { isTwin, twinOf } from '../../contracts/conformance/request/twin.ts';
import { freshSource } from '../../contracts/conformance/request/values/fresh-source.ts';
import type { Coverage, CoverageItem } from '../../contracts/report/coverage.ts';
import { stringifyJson } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { effortOf } from '../effort.ts';
import { draftOf } from './draft-of.ts';
import { plantStore } from './support.ts';

const fixture = (name: string) =>
  loadContract(fileURLToPath(new URL(`../fixtures/conformance/${name}.yaml`, import.meta.url)));
const shelves = await fixture('coverage');
const bounds = await fixture('bounds');

describe('a run against a store that does all right', () => {
  test('covers the Plant Store', () => {
    const [createPlant] = readAfterAll(plantStore).operations;
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

  test('covers every kind of bound, on both sides', () => {
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

describe('what is not covered is told with the reason', () => {
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

  test('a property and a constraint of a body in XML, which is sent', () => {
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

  test('a constraint that no value breaks', () => {
    const own = gapsOf('constraints').filter(([name]) => name?.startsWith('/components/'));
    expect(own).toEqual([
      [
        '/components/schemas/Shelf/properties/label/format',
        'broken: this format is a note for people: no value breaks it',
      ],
      ['/components/schemas/Shelf/properties/label/minLength', 'broken: nothing is less than 0'],
    ]);
  });

  test('but a property of any value has no wrong side, and items of an array are one', () => {
    const properties = group(coverage, 'fillShelf', 'request properties');
    expect(Object.keys(find(properties, 'body.anything').seen)).toEqual(['with', 'without']);
    expect(find(properties, 'body.pots[].size').missing).toEqual([]);
  });

  test('an operation of which nothing was judged has counted nothing', () => {
    const health = createCoverage(shelves)
      .read()
      .operations.find(({ operation }) => operation === 'health');
    expect([health?.exchanges, health?.groups.map(({ kind }) => kind)]).toEqual([0, ['responses']]);
  });
});

test('parameters are covered given, left out and wrong', () => {
  const parameters = group(readAfterAll(shelves), 'fillShelf', 'parameters');
  expect(parameters.map(({ name, seen }) => [name, Object.keys(seen)])).toEqual([
    ['path shelf', ['given', 'wrong']],
    ['query dry', ['given', 'left out', 'wrong']],
    ['header X-Note', ['given', 'left out']],
  ]);
  expect(parameters.filter(hasGap)).toEqual([]);
});

test('credentials are counted as tried, and as refused when they were', () => {
  const counts = (status: number) => {
    const counter = createCoverage(shelves);
    const refused = casesOf(shelves).filter(({ expectation }) => expectation === 'refuse');
    for (const tried of refused) note(counter, tried, () => status);
    const [scheme] = group(counter.read(), 'fillShelf', 'security schemes');
    return [
      scheme?.name,
      scheme?.seen['tried'] === refused.length,
      scheme?.seen['refused'] === refused.length,
    ];
  };
  expect([counts(401), counts(200)]).toEqual([
    ['key', true, true],
    ['key', true, false],
  ]);
});

test('a wrong request that is accepted rejects no property, yet its constraint was tried', () => {
  const counter = createCoverage(shelves);
  for (const tried of casesOf(shelves)) note(counter, tried, () => 200);
  const coverage = counter.read();
  expect(find(group(coverage, 'fillShelf', 'request properties'), 'body.width').seen['rejected']).toBe(0);
  const type = find(
    group(coverage, 'fillShelf', 'constraints'),
    '/components/schemas/Shelf/properties/width/type',
  );
  expect(type.seen['broken']).toBeGreaterThan(0);
});

test('noting costs little and keeps nothing, however many exchanges there are', async () => {
  const counter = createCoverage(plantStore);
  const judged = casesOf(plantStore)
    .slice(0, 200)
    .map((tried) => judgedWith(tried, rightStatus));
  for (const one of judged) counter.note(one);
  const size = JSON.stringify(counter.read()).length;
  const effort = await effortOf(() => {
    for (let round = 0; round < 250; round++) for (const one of judged) counter.note(one);
  });
  expect(effort).toBeLessThan(10);
  expect(JSON.stringify(counter.read()).length - size).toBeLessThan(200);
});

test('why a constraint was not broken: its family was not run, or had nothing to work on', () => {
  const counter = createCoverage(bounds);
  for (const tried of casesOf(bounds).filter(({ family }) => family === 'valid-bodies'))
    note(counter, tried, rightStatus);
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

test('what is demanded to be rejected or refused is counted exactly, and how much of it was', () => {
  const demandsWith = (statusOf: (tried: Case) => number) => {
    const counter = createCoverage(shelves);
    for (const tried of casesOf(shelves)) note(counter, tried, statusOf);
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
  for (const tried of casesOf(contract)) note(counter, tried, rightStatus);
  return counter.read();
}

function casesOf({ operations }: Contract): readonly Case[] {
  return operations
    .map((operation) => twinOf(operation, operation.security[0]?.schemes ?? []))
    .filter(isTwin)
    .flatMap((twin) => families.flatMap((family) => [...family.generate(contextOf(twin))]));
}

function rightStatus({ operation, expectation }: Case): number {
  const has = (status: string) => operation.responses.some((one) => one.status === status);
  if (expectation === 'refuse') return 401;
  if (expectation === 'reject') return has('400') ? 400 : 422;
  return has('200') ? 200 : 201;
}

function note(counter: CoverageCounter, tried: Case, statusOf: (tried: Case) => number): void {
  counter.note(judgedWith(tried, statusOf));
}

/** As a store answers that returns what it was sent, and an Error of every shape there is. */
function judgedWith(tried: Case, statusOf: (tried: Case) => number) {
  const draft = draftOf(tried, freshSource());
  const status = statusOf(tried);
  const response = tried.operation.responses.find((one) => one.status === String(status));
  const type = response?.content[0]?.range;
  const error = { error: 1, message: 'no', title: 'no' };
  const body = status < 300 ? stringifyJson(draft.value ?? {}) : stringifyJson(error);
  const answer = {
    status,
    headers: type === undefined ? [] : [['Content-Type', type] as const],
    body: Buffer.from(type === undefined ? '' : body),
  };
  return judgedOf(tried, draft, exchangeOf(tried, draft, answer));
}

type Answer = Extract<Exchange['outcome'], { kind: 'answer' }>['answer'];

function exchangeOf({ operation: { method } }: Case, { path, headers }: Draft, answer: Answer): Exchange {
  const request = {
    method,
    url: `http://127.0.0.1${path}`,
    headers,
    body: undefined,
    delivery: 'whole',
  } as const;
  return { request, outcome: { kind: 'answer', answer }, ms: 1 };
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

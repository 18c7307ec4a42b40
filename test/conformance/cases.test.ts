import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createGeneratorContext } from '../../contracts/conformance/cases/test-category.ts';
import type { TestCase } from '../../contracts/conformance/model/test-case.ts';
import {
  type BaselineRequest,
  deriveBaseline,
  isBaseline,
} from '../../contracts/conformance/request/baseline-request.ts';
import { findAvailableCredentials } from '../../contracts/conformance/request/credentials/security-alternatives.ts';
import { createFreshValueSource } from '../../contracts/conformance/request/values/fresh-value-source.ts';
import { testCategories } from '../../contracts/conformance/test-categories.ts';
import { parseJson } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { validate } from '../../spec/validation/validate.ts';
import { buildRequestSpec } from './build-request-spec.ts';
import { loadMemoContract } from './stateful/memo-store.ts';
import { plantStoreContract } from './support.ts';

const fixture = (name: string) => loadContract(fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)));

const contracts: readonly (readonly [string, Contract])[] = [
  ['the Plant Store', plantStoreContract],
  ['nested orders', await fixture('mock/orders.yaml')],
  ['a garden in 3.1', await fixture('mock/garden.yaml')],
  ['bounds of all types', await fixture('conformance/bounds.yaml')],
  ['alternatives within alternatives', await fixture('conformance/alternatives.yaml')],
];

describe.each(contracts)('the cases of %s', (_name, contract) => {
  const baselines = contract.operations
    .map((operation) => deriveBaseline(operation, operation.security[0]?.schemes ?? []))
    .filter(isBaseline);
  const all = baselines.flatMap((baseline) =>
    casesOf(baseline).map((testCase) => ({ twin: baseline, tried: testCase })),
  );

  test('have unique ids', () => {
    const ids = all.map(({ tried: testCase }) => testCase.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('have the same ids each time', () => {
    expect(baselines.flatMap((baseline) => casesOf(baseline)).map(({ id }) => id)).toEqual(
      all.map(({ tried: testCase }) => testCase.id),
    );
  });

  test('are valid where the contract accepts', () => {
    const accepted = all.filter(({ tried: testCase }) => testCase.expectation === 'accept');
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.flatMap(violationsOf)).toEqual([]);
  });

  test('are invalid where the contract rejects a well-formed body', () => {
    const rejected = all.filter(
      ({ tried: testCase, twin: baseline }) =>
        testCase.expectation === 'reject' &&
        baseline.body !== undefined &&
        !['malformed-bodies', 'media-types', 'parameters'].includes(testCase.category),
    );
    expect(rejected.filter((one) => violationsOf(one).length === 0).map(({ tried: testCase }) => testCase.id)).toEqual(
      [],
    );
  });

  test('refer to an existing line of the document', () => {
    for (const { tried: testCase } of all) {
      const lines = contract.sources.get(testCase.place.file)?.split('\n') ?? [];
      expect(lines[testCase.place.line - 1]?.trim(), testCase.id).not.toBeFalsy();
    }
  });

  function violationsOf({
    tried: testCase,
    twin: baseline,
  }: {
    tried: TestCase;
    twin: BaselineRequest;
  }): readonly unknown[] {
    const requestSpec = buildRequestSpec(testCase, createFreshValueSource());
    if (baseline.body === undefined) return [];
    if (requestSpec.body === undefined && baseline.operation.requestBody?.required === false) return [];
    const text = typeof requestSpec.body === 'string' ? requestSpec.body : '';
    const parsed = parseJson(text);
    return parsed.ok ? validate(baseline.body.schema, parsed.value, 'request') : [parsed.reason];
  }
});

const todos = await fixture('mock/todos.yaml');
const payments = await fixture('conformance/payments.yaml');
const boxes = await fixture('conformance/stateful/conditions.yaml');
const memos = await loadMemoContract({ info: 'Memos of users. Users can access only their own memos.' });
const twoUsers = {
  token: 'a',
  byScheme: new Map(),
  other: { byScheme: new Map([['bearer', 'b']]), isolated: [] },
};

test('every test category has cases in one of the contracts', () => {
  const used = new Set(
    [...contracts.map(([, contract]) => contract), todos, payments, boxes, memos].flatMap((contract) =>
      contract.operations.flatMap((operation) => {
        const baseline = deriveBaseline(operation, operation.security[0]?.schemes ?? []);
        if (!isBaseline(baseline)) return [];
        const ofUsers =
          contract === memos ? { availableCredentials: findAvailableCredentials(operation, twoUsers, contract) } : {};
        return casesOf({ ...baseline, ...ofUsers }, contract).map(({ category }) => category);
      }),
    ),
  );
  expect([...testCategories.map(({ name }) => name)].filter((name) => !used.has(name))).toEqual([]);
});

test('every bound of a contract has a case within it and a case beyond it', () => {
  const [, bounds] = contracts.find(([name]) => name === 'bounds of all types') ?? [];
  const [operation] = bounds?.operations ?? [];
  const baseline = operation === undefined ? undefined : deriveBaseline(operation, []);
  const topics =
    baseline !== undefined && isBaseline(baseline)
      ? casesOf(baseline)
          .filter(({ category }) => category === 'boundary-values')
          .map(({ topic }) => topic)
      : [];
  for (const keyword of [
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'minLength',
    'maxLength',
    'enum',
  ]) {
    expect(
      topics.filter((topic) => topic.includes(` ${keyword} within`)),
      keyword,
    ).not.toEqual([]);
    expect(
      topics.filter((topic) => topic.includes(` ${keyword} beyond`)),
      keyword,
    ).not.toEqual([]);
  }
  expect(testCategories.map(({ name }) => name)).toContain('extra-properties');
  for (const keyword of ['pattern', 'format', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems']) {
    expect(
      topics.filter((topic) => topic.includes(` ${keyword} beyond`)),
      keyword,
    ).not.toEqual([]);
  }
});

function casesOf(baseline: BaselineRequest, contract?: Contract): readonly TestCase[] {
  return testCategories.flatMap((category) => [...category.generate(createGeneratorContext(baseline, { contract }))]);
}

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { contextOf } from '../../contracts/conformance/cases/family.ts';
import { families } from '../../contracts/conformance/families.ts';
import type { Case } from '../../contracts/conformance/model/case.ts';
import { isTwin, type Twin, twinOf } from '../../contracts/conformance/request/twin.ts';
import { freshSource } from '../../contracts/conformance/request/values/fresh-source.ts';
import { parseJson } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { validate } from '../../spec/validation/validate.ts';
import { draftOf } from './draft-of.ts';
import { plantStore } from './support.ts';

const fixture = (name: string) =>
  loadContract(fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)));

const contracts: readonly (readonly [string, Contract])[] = [
  ['the Plant Store', plantStore],
  ['nested orders', await fixture('mock/orders.yaml')],
  ['a garden in 3.1', await fixture('mock/garden.yaml')],
  ['bounds of every kind', await fixture('conformance/bounds.yaml')],
  ['alternatives within alternatives', await fixture('conformance/alternatives.yaml')],
];

describe.each(contracts)('the cases of %s', (_name, contract) => {
  const twins = contract.operations
    .map((operation) => twinOf(operation, operation.security[0]?.schemes ?? []))
    .filter(isTwin);
  const all = twins.flatMap((twin) => casesOf(twin).map((tried) => ({ twin, tried })));

  test('have ids that are unique', () => {
    const ids = all.map(({ tried }) => tried.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('have the same ids every time', () => {
    expect(twins.flatMap((twin) => casesOf(twin)).map(({ id }) => id)).toEqual(
      all.map(({ tried }) => tried.id),
    );
  });

  test('are valid by the contract where it accepts', () => {
    const accepted = all.filter(({ tried }) => tried.expectation === 'accept');
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.flatMap(violationsOf)).toEqual([]);
  });

  test('are invalid by the contract where it rejects a well-formed body', () => {
    const rejected = all.filter(
      ({ tried, twin }) =>
        tried.expectation === 'reject' &&
        twin.body !== undefined &&
        !['broken-bodies', 'media-types', 'parameters'].includes(tried.family),
    );
    expect(rejected.filter((one) => violationsOf(one).length === 0).map(({ tried }) => tried.id)).toEqual([]);
  });

  test('rest on a line of the document that exists', () => {
    for (const { tried } of all) {
      const lines = contract.sources.get(tried.place.file)?.split('\n') ?? [];
      expect(lines[tried.place.line - 1]?.trim(), tried.id).not.toBeFalsy();
    }
  });

  function violationsOf({ tried, twin }: { tried: Case; twin: Twin }): readonly unknown[] {
    const draft = draftOf(tried, freshSource());
    if (twin.body === undefined) return [];
    if (draft.body === undefined && twin.operation.requestBody?.required === false) return [];
    const text = typeof draft.body === 'string' ? draft.body : '';
    const parsed = parseJson(text);
    return parsed.ok ? validate(twin.body.schema, parsed.value, 'request') : [parsed.reason];
  }
});

const todos = await fixture('mock/todos.yaml');

test('every family has cases in one of the contracts', () => {
  const used = new Set(
    [...contracts.map(([, contract]) => contract), todos].flatMap((contract) =>
      contract.operations.flatMap((operation) => {
        const twin = twinOf(operation, operation.security[0]?.schemes ?? []);
        return isTwin(twin) ? casesOf(twin, contract).map(({ family }) => family) : [];
      }),
    ),
  );
  expect([...families.map(({ name }) => name)].filter((name) => !used.has(name))).toEqual([]);
});

test('every bound of a contract has a case within it and one beyond', () => {
  const [, bounds] = contracts.find(([name]) => name === 'bounds of every kind') ?? [];
  const [operation] = bounds?.operations ?? [];
  const twin = operation === undefined ? undefined : twinOf(operation, []);
  const topics =
    twin !== undefined && isTwin(twin)
      ? casesOf(twin)
          .filter(({ family }) => family === 'limits')
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
  expect(families.map(({ name }) => name)).toContain('extra-properties');
  for (const keyword of ['pattern', 'format', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems']) {
    expect(
      topics.filter((topic) => topic.includes(` ${keyword} beyond`)),
      keyword,
    ).not.toEqual([]);
  }
});

function casesOf(twin: Twin, contract?: Contract): readonly Case[] {
  return families.flatMap((family) => [...family.generate(contextOf(twin, { contract }))]);
}

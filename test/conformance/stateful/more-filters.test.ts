/** Filters that are sent together, and the record that both select. */
import { expect, it } from 'vitest';
import { deriveBaseline, isBaseline } from '../../../contracts/conformance/request/baseline-request.ts';
import { detectListShape } from '../../../contracts/conformance/stateful/lists/list-shape.ts';
import { moreFilterProbes } from '../../../contracts/conformance/stateful/lists/more-filters.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { findResources } from '../../../spec/resources/resources.ts';

const todos = await loadContract('test/fixtures/mock/todos.yaml');

/** The record that a list by `done` and `title` has to show; `not sent` if the two are not sent together. */
function selectedByBoth(whole: readonly Json[]): Json | undefined {
  const [resource] = findResources(todos);
  const operation = resource?.roles.get('list');
  const baseline = operation && deriveBaseline(operation, []);
  const shape = resource && operation && detectListShape(operation, resource);
  if (baseline === undefined || shape === undefined || !isBaseline(baseline)) throw new Error('no list');
  const probe = moreFilterProbes(baseline, shape, whole).find(
    ({ property, more = [] }) => property === 'done' && more.some(({ parameter }) => parameter.name === 'title'),
  );
  return probe === undefined ? 'not sent' : probe.record;
}

const done = { id: 1, title: 'sample', done: true };

it('expects the record that has both values', () => {
  const both = { id: 2, title: 'sample', done: false };
  expect(selectedByBoth([done, both])).toBe(both);
});

it('does not expect a record whose text only contains the value: not every list searches for a part', () => {
  expect(selectedByBoth([done, { id: 2, title: 'another sample', done: false }])).toBe(undefined);
});

it('does not send filters together that no other record distinguishes', () => {
  expect(selectedByBoth([{ id: 2, title: 'sample', done: false }])).toBe('not sent');
});

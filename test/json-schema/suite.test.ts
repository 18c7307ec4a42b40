/** The runner of the official suite, on groups of its form. */
import { expect, it } from 'vitest';
import { parseSource } from '../../spec/source/read-source.ts';
import { differencesIn, readGroups } from '../evals/json-schema/suite.ts';

const remote = parseSource('http://localhost:1234/whole.json', '{"type": "integer"}');
const remotes = new Map([[remote.url, remote]]);

function differences(schema: unknown, data: unknown, valid: boolean): readonly string[] {
  const text = JSON.stringify([{ description: 'group', schema, tests: [{ description: 'one', data, valid }] }]);
  return readGroups(text).flatMap((group) => differencesIn(group, remotes));
}

it.each([
  ['a valid value', { type: 'string' }, 'a', true],
  ['an invalid value', { type: 'string' }, 1, false],
  ['a reference to a remote file', { $ref: 'http://localhost:1234/whole.json' }, 'a', false],
  ['a base URI changed by $id', { $id: 'http://localhost:1234/', items: { $ref: 'whole.json' } }, ['a'], false],
])('agrees on %s', (_what, schema, data, valid) => expect(differences(schema, data, valid)).toEqual([]));

it('reports the differences', () => {
  expect(differences({ type: 'string' }, 1, true)).toEqual(['group: one: true expected, false here']);
  expect(differences({ allOf: [{ $ref: '#/nowhere' }] }, 1, true)).toEqual([
    'group: one: true expected, rejected ("#/nowhere" does not exist) here',
  ]);
});

import { expect, test } from 'vitest';
import { uniqueTexts } from '../../../spec/described/unique-values.ts';
import { parseSchema } from '../support.ts';

function uniqueBy(description: string): readonly string[] {
  const schema = parseSchema(
    'type: object\nproperties: {name: {type: string}, email: {type: string}, rank: {type: integer}}',
  );
  const operation = {
    ...{ id: 'createList', method: 'POST', path: '/lists', description },
    ...{ place: { file: 'openapi.yaml', pointer: '', line: 1 }, parameters: [], requestBody: undefined },
    ...{ responses: [], security: [] },
  };
  return uniqueTexts(schema, { operation, idName: 'id' });
}

test.each([
  'Creates a list. Another list with the same name is rejected with 409.',
  'A second list of the same user with the same `name`, compared case-insensitively, is rejected.',
  'A second list with the same name is a conflict.',
])('unique: %s', (text) => expect(uniqueBy(text)).toEqual(['name']));

test.each([
  'Creates a list.',
  'A second list with the same name in the same folder is rejected.',
  'A second list of the same folder with the same name is rejected.',
  'A second list with the same name is rejected unless it is a draft.',
  'A second list with the same name is renamed.',
  'A second list with the same rank is rejected.',
  'A second list with the same title is rejected.',
])('not unique: %s', (text) => expect(uniqueBy(text)).toEqual([]));

test.each([
  ['Adds a user. User names are unique.', ['name']],
  ['Adds a user. E-mail addresses are unique, regardless of case.', ['email']],
  ['The name must be unique.', ['name']],
  ['User names are unique within a team.', []],
  ['User names are not unique.', []],
  ['Ranks are unique.', []],
  ['Names of teams are unique.', []],
])('%s', (text, expected) => expect(uniqueBy(text)).toEqual(expected));

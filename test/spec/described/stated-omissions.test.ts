import { expect, test } from 'vitest';
import { statedOmissions } from '../../../spec/described/stated-omissions.ts';

function stated(description: string): string {
  const { getDefaults, areRemoved } = statedOmissions({
    ...{ id: 'replaceUser', method: 'PUT', path: '/users/{userId}', description },
    ...{ place: { file: 'openapi.yaml', pointer: '', line: 1 }, parameters: [], requestBody: undefined },
    ...{ responses: [], security: [] },
  });
  return [...(getDefaults ? ['default'] : []), ...(areRemoved ? ['removed'] : [])].join(' ');
}

test.each([
  ['Replaces a user. An optional property that is left out is removed, or gets its default.', 'default removed'],
  ['A setting that is left out gets its default, or is removed.', 'default removed'],
  ['Fields that are omitted are set to their default values.', 'default'],
  ['Properties not sent are removed.', 'removed'],
  ['Missing properties are removed.', ''],
  ['A property that is left out keeps its value.', ''],
  ['A property that is left out is not removed.', ''],
  ['A property that is left out is removed unless the user is locked.', ''],
  ['A user that is left out is removed.', ''],
  ['Replaces a user.', ''],
])('%s', (text, expected) => expect(stated(text)).toBe(expected));

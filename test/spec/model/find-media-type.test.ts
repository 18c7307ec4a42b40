import { expect, test } from 'vitest';
import { findMediaType, type MediaType } from '../../../spec/model/contract.ts';

const place = { file: 'a.yaml', pointer: '', line: 1 };

function media(range: string, parameters = ''): MediaType {
  return { range, parameters, place, schema: undefined, examples: [] };
}

const versions = [media('application/json', '; version=1'), media('application/json', '; version=2')];

test.each([
  ['application/json; version=1', '; version=1'],
  ['application/json; charset=utf-8; Version="2"', '; version=2'],
  ['application/json', '; version=1'],
  ['application/json; version=3', '; version=1'],
])('%s matches the media type with its parameters, otherwise the first one', (type, parameters) => {
  expect(findMediaType(versions, type)?.parameters).toBe(parameters);
});

test('an exact media type has priority over a range with the parameters', () => {
  const content = [media('*/*', '; version=2'), media('application/json')];
  expect(findMediaType(content, 'application/json; version=2')?.range).toBe('application/json');
});

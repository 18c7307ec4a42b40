import { expect, test } from 'vitest';
import { parsePact } from '../../../contracts/pact/file/pact-file.ts';
import { tagInteractions } from '../../../contracts/pact/file/tagged-pact.ts';
import { KitError } from '../../../errors.ts';

const pactOf = (...requests: readonly string[]) =>
  parsePact(
    'pact.json',
    `{"interactions": [${requests.map((request) => `{"request": ${request}, "response": {}}`).join(',\n\t')}],
  "n": 1.0, "big": 9007199254740993}\n`,
  );

test.each([
  ['{"headers": {"A": "b"}, "x": 1}', '{"headers": {TAG,"A": "b"}, "x": 1}'],
  ['{"headers": {}}', '{"headers": {TAG}}'],
  ['{"headers": null , "x": 1}', '{"headers": {TAG} , "x": 1}'],
  ['{"path": "/"}', '{"headers":{TAG},"path": "/"}'],
  ['{}', '{"headers":{TAG}}'],
])('%s gets its tag, and all other bytes are kept', (request, expected) => {
  const pact = pactOf('{"headers": {"first": "1"}}', request);
  const tag = (index: number) => `"x-plant-store-interaction":"pass-7-${index}"`;
  const text = tagInteractions(pact, 'pass', 7);
  expect(text).toBe(
    pact.text
      .replace('{"first"', `{${tag(0)},"first"`)
      .replace(`"request": ${request}`, () => `"request": ${expected.replace('TAG', tag(1))}`),
  );
  expect(() => JSON.parse(text)).not.toThrow();
});

test.each(['"A: b"', '[]', '5'])('rejects headers that are %s', (headers) => {
  expect(() => tagInteractions(pactOf(`{"headers": ${headers}}`), 'pass', 0)).toThrow(KitError);
});

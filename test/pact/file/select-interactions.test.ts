import { describe, expect, test } from 'vitest';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import { keepInteractions, selectInteractions } from '../../../contracts/pact/file/select-interactions.ts';
import { verifyProvider } from '../../../contracts/pact/provider/verify-provider.ts';
import { KitError } from '../../../errors.ts';
import { contract, fileOf, startHttpServer } from '../support.ts';

const text = `{
  "consumer": {"name": "shop"}, "provider": {"name": "store"},
  "interactions": [
    {"description": "one", "request": {"path": "/1", "body": {"n": 1.0, "big": 9007199254740993}},
      "response": {"status": 200}},
    {"description": "two",
      "request": {"path": "/2"}, "response": {"status": 200}} ,
    {"description": "one", "providerState": "s", "request": {"path": "/3"}, "response": {"status": 200}},
    {"description": "#1", "request": {"path": "/4"}, "response": {"status": 200}}
  ],
  "metadata": {"pactSpecification": {"version": "3.0.0"}}
}
`;
const pact = await readPact(fileOf(text));

const paths = (wanted: string) =>
  selectInteractions([pact], wanted).flatMap(({ interactions }) => interactions.map(({ request }) => request.path));

test.each([
  ['two', ['/2']],
  ['one', ['/1', '/3']],
  ['#2', ['/2']],
  ['#4', ['/4']],
  ['#1', ['/4']],
])('%s selects %j', (wanted, expected) => {
  expect(paths(wanted)).toEqual(expected);
});

test.each(['o', 'ONE', '.*', '#0', '#5', ''])('%j matches nothing: an error that lists all', (wanted) => {
  expect(() => selectInteractions([pact], wanted)).toThrow(KitError);
  expect(() => selectInteractions([pact], wanted)).toThrow(/there are\n.*pact\.json\n {2}#1 one\n {2}#2 two\n/);
});

test('omits pacts without a match', async () => {
  const other = await readPact(fileOf(text.replace('"two"', '"zwei"')));
  expect(selectInteractions([pact, other], 'zwei').map(({ file }) => file)).toEqual([other.file]);
});

describe('the reduced pact', () => {
  test.each([[[0]], [[1]], [[3]], [[0, 3]], [[1, 2]], [[0, 1, 2, 3]]])(
    'is JSON and keeps every byte and line of %j',
    (indexes) => {
      const kept = pact.interactions.filter(({ index }) => indexes.includes(index));
      const { text: left, interactions } = keepInteractions(pact, kept);
      const value = JSON.parse(left);
      expect(value.interactions.map((one: { request: { path: string } }) => one.request.path)).toEqual(
        kept.map(({ request }) => request.path),
      );
      expect(left.split('\n')).toHaveLength(text.split('\n').length);
      const lines = left.split('\n');
      for (const { place, description } of interactions)
        expect(lines[place.line - 1]).toContain(`{"description": "${description}"`);
      expect(interactions.map(({ index }) => index)).toEqual(indexes.map((_index, at) => at));
    },
  );

  test('keeps numbers that JSON.parse would change', () => {
    expect(keepInteractions(pact, pact.interactions.slice(0, 1)).text).toContain(
      '"body": {"n": 1.0, "big": 9007199254740993}',
    );
  });

  test('is what is verified', async () => {
    const seen: (string | undefined)[] = [];
    const baseUrl = await startHttpServer((request, response) => {
      seen.push(request.url);
      response.end();
    });
    const credentials = { token: undefined, byScheme: new Map() };
    const result = await verifyProvider({
      baseUrl,
      contract,
      credentials,
      pacts: selectInteractions([pact], '#2'),
    });
    expect([result.ok, seen]).toEqual([true, ['/2']]);
    expect(result.interactions[0]?.interaction.place).toMatchObject({ line: 6, pointer: '/interactions/1' });
  });
});

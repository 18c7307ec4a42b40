/** Descriptions in the contract may declare normalization; many implementations treat null as a missing value. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { matchesDescription } from '../../contracts/conformance/checks/echo/described-normalization.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { failingChecks, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

test.each<readonly [string, Json, Json]>([
  ['Kept in lower case.', 'Ada@Example.org', 'ada@example.org'],
  ['Stored lowercased, and trimmed.', ' Ada ', 'ada'],
  ['In capitals.', 'ab-1', 'AB-1'],
  ['Case-insensitive.', 'ab', 'AB'],
  ['Leading and trailing whitespace is removed.', '\u00a0a b\n', 'a b'],
  ['White space is collapsed.', 'a  b', 'a b'],
  ['Normalised to NFC.', 'Zoe\u0308', 'Zo\u00eb'],
  ['Truncated to 3 characters.', 'abcdef', 'abc'],
  ['Masked in answers.', '4111111111111111', '************1111'],
  ['A decimal number.', '010.5', '10.50'],
  ['A decimal number.', '-00.50', '-0.5'],
  ['A decimal number.', '+1.0', '1'],
  ['Sorted.', ['b', 'a'], ['a', 'b']],
  ['Sorted, without duplicates.', ['b', 'a', 'b'], ['a', 'b']],
  ['Unique, in lower case.', ['B', 'b'], ['b']],
  ['The instant is kept to the second.', '2026-05-14T23:30:00.25+05:30', '2026-05-14T18:00:00Z'],
  ['Rounded to the nearest minute.', '2026-05-14T18:00:31Z', '2026-05-14T18:01:00Z'],
  ['Rounded to cents.', 1.005, 1.01],
  ['Rounded down to whole numbers.', 2.9, 2],
  ['With two decimal places.', 19.999, 20],
])('%s: explains the change of %j to %j', (words, sent, returned) => {
  expect(matchesDescription(sent, returned, words)).toBe(true);
});

test.each<readonly [string, Json, Json | undefined]>([
  ['', 'A', 'a'],
  ['The name.', 'A', 'a'],
  ['Kept in lower case.', 'Ada', 'ADA'],
  ['Kept in lower case.', 'Ada', 'eva'],
  ['Kept in lower case.', ' Ada', 'ada'],
  ['Trimmed.', ' Ada', 'ada'],
  ['Never trimmed.', ' Ada', 'Ada'],
  ['Is not lower-cased.', 'Ada', 'ada'],
  ['Truncated to 3 characters.', 'abcdef', ''],
  ['Trimmed.', 'abc', undefined],
  ['A decimal number.', '1.5', '1.6'],
  ['A decimal number.', '10.05', '10.5'],
  ['A decimal number.', '1005', '15'],
  ['Sorted.', ['b', 'a'], ['a']],
  ['Sorted.', ['b', 'a', 'a'], ['a', 'b']],
  ['Without duplicates.', ['b', 'a'], ['a', 'b']],
  ['Without duplicates.', ['b', 'b'], ['b', 'b', 'b']],
  ['The instant is kept to the second.', '2026-05-14T18:00:01Z', '2026-05-14T18:00:00Z'],
  ['The instant is not kept to the second.', '2026-05-14T18:00:00.25Z', '2026-05-14T18:00:00Z'],
  ['The instant is kept to the second.', 'a', 'b'],
  ['Rounded to cents.', 1.23, 4.56],
  ['The price.', 1.005, 1.01],
  ['Rounded to cents.', 7, '7'],
  ['With two decimal places.', 19.99, 20],
  ['A decimal number, in full precision.', 19.99, 20],
])('%s: does not explain the change of %j to %j', (words, sent, returned) => {
  expect(matchesDescription(sent, returned, words)).toBe(false);
});

const contract = await loadContract('test/fixtures/conformance/documented-changes.yaml');

const normalizations: Readonly<Record<string, (value: Json) => Json | undefined>> = {
  email: (value) => String(value).toLowerCase(),
  tags: (value) => (Array.isArray(value) ? [...new Set(value)].toSorted() : value),
  price: (value) => (typeof value === 'string' ? Number(value).toFixed(2) : value),
  weight: (value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value),
  note: (value) => value ?? undefined,
};

/** It normalizes each value as the contract or `other` says, and accepts everything, which other tests cover. */
async function hasErrors(other: typeof normalizations = {}): Promise<boolean> {
  const forms = { ...normalizations, ...other };
  const server = createServer(async (request, response) => {
    const sent: Readonly<Record<string, Json>> = JSON.parse((await readBody(request)).toString());
    const shown = Object.entries(sent).map(([name, value]) => [name, forms[name]?.(value) ?? undefined]);
    response.writeHead(201, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(Object.fromEntries(shown)));
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  const result = await verify({ contract, baseUrl, categories: ['valid-bodies', 'boundary-values', 'decimals'] });
  return failingChecks(result).includes('created-is-echoed');
}

test('accepts values normalized as described, and omitted null values', async () => {
  expect(await hasErrors()).toBe(false);
});

test.each<readonly [string, typeof normalizations]>([
  ['truncates values that should be lowercased', { email: (value) => String(value).slice(0, 3) }],
  ['loses tags', { tags: () => [] }],
  ['increases prices', { price: (value) => `${value}1` }],
  ['returns another weight', { weight: () => 77 }],
  ['loses notes', { note: () => undefined }],
])('rejects an implementation that %s', async (_does, other) => {
  expect(await hasErrors(other)).toBe(true);
});

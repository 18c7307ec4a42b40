/** Two causes are two findings: a waiver for one does not apply to the other. */
import { expect, test } from 'vitest';
import { describeChange } from '../../contracts/conformance/checks/echo/described-normalization.ts';
import { findingId } from '../../contracts/finding/finding.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import { zooStore } from '../pact/support.ts';
import { verify } from './support.ts';

test.each<readonly [string, Json, Json | undefined]>([
  ['in another case', 'Boston Fern', 'boston fern'],
  ['in another case', 'Straße', 'STRASSE'],
  ['in white space', ' Boston  fern\n', 'Boston fern'],
  ['normalised', 'e\u0301tang', 'étang'],
  ['cut', 'Boston fern', 'Boston f'],
  ['otherwise', 'Boston fern', 'Dragon tree'],
  ['otherwise', ' Boston Fern', 'boston fern'],
  ['of another type', '7', 7],
  ['otherwise', 7, 8],
  ['without a part', 'Boston fern', undefined],
])('%s: %j is returned as %j', (difference, sent, returned) => {
  expect(describeChange(sent, returned)).toBe(difference);
});

test('lowercased names and truncated names are different findings', async () => {
  const [lowers, cuts] = [await idsOf('lowers-name'), await idsOf('cuts-name-at-255')];
  expect([lowers.length, cuts.length]).toEqual([1, 1]);
  expect(lowers).not.toEqual(cuts);
});

async function idsOf(variant: string): Promise<readonly string[]> {
  const token = 'the-token-of-manners';
  const { findings } = await verify({ baseUrl: await zooStore(variant, token), token });
  return findings.map(findingId);
}

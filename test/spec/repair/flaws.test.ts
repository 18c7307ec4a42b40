/** One flaw does not keep a document from being used, and each is an error where the document must be valid. */
import { describe, expect, it } from 'vitest';
import { splitPointer } from '../../../spec/json/pointer.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import { valueAt } from '../support.ts';
import { flawedDocuments } from './flaw-documents.ts';

const url = 'file:///tmp/example.yaml';

describe('a document with one flaw', () => {
  it.each(flawedDocuments)('$version is used, and the flaw reported at its line: $flaw', async (one) => {
    const contract = await parseContract(url, one.text, [], { mode: 'lenient' });
    const line = one.text.split('\n').findIndex((text) => text.includes('#!')) + 1;
    const { operations, repairs = [], document } = contract;
    expect(repairs.map(({ what, place }) => [what, place.line])).toEqual([[one.what, line]]);
    expect(operations.map(({ id }) => id)).toEqual(['good', 'flawed']);
    const isIn = repairs[0]?.place.pointer.startsWith('/paths/~1flawed~1{id}/post/');
    expect(repairs[0]?.operation).toBe(isIn ? 'flawed' : undefined);
    expect(valueAt(document, splitPointer(one.pointer))).toEqual(one.value);
  });

  it.each(flawedDocuments)('$version is rejected if it must be valid: $flaw', async ({ text }) => {
    await expect(parseContract(url, text)).rejects.toMatchObject({ name: 'KitError' });
  });

  it.each(flawedDocuments)('$version has a fix for it: $flaw', async ({ text }) => {
    const { repairs = [] } = await parseContract(url, text, [], { mode: 'lenient' });
    expect(repairs.map(({ effect }) => effect)).toEqual([expect.stringMatching(/; \w+|^write /)]);
  });
});

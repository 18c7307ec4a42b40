import { describe, expect, it } from 'vitest';
import { findXmlError, parseXml } from '../../../spec/wire/xml.ts';

const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;

describe('XML', () => {
  it.each([
    [1_000, undefined],
    [1_001, 'nested deeper than 1000 levels'],
    [100_000, 'nested deeper than 1000 levels'],
  ])('%i levels deep is read up to 1,000 levels', (depth, reason) => {
    expect(findXmlError(nested(depth))?.reason).toBe(reason);
    expect(parseXml(nested(depth))?.name).toBe(reason === undefined ? 'a' : undefined);
  });

  it('of 100,000 elements 900 levels deep is read in one pass', () => {
    const text = `${'<a>'.repeat(900)}${'<b/>'.repeat(100_000)}${'</a>'.repeat(900)}`;
    expect(findXmlError(text)).toBeUndefined();
  });

  it.each([
    ['<p:a xmlns:p="x"><p:b/></p:a>', undefined],
    ['<a xmlns:p="x"><b xmlns:q="y"><p:c q:d=""/></b></a>', undefined],
    ['<a><b xmlns:p="x"/><p:c/></a>', 'unbound namespace prefix: "p"'],
    ['<p:a/>', 'unbound namespace prefix: "p"'],
    ['<a xmlns:p="x" xmlns:q="x" p:b="" q:b=""/>', 'duplicate attribute: {x}b'],
  ])('has the namespaces of each element: %s', (text, reason) => {
    expect(findXmlError(text)?.reason).toBe(reason);
  });
});

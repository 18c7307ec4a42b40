/** The results of a browser are those of Node: each test compares the two. */
import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as inNode from '../../platform/crypto.ts';
import { importForBrowser } from './import-for-browser.ts';

const inBrowser = await importForBrowser();

const bytes = fc.uint8Array({ maxLength: 300 });
const text = fc.string({ unit: 'binary' });

it('a browser encodes texts and bytes as Node does', () => {
  fc.assert(
    fc.property(bytes, text, (some, words) => {
      const buffer = Buffer.from(some);
      expect(inBrowser.decodeUtf8(some)).toBe(buffer.toString());
      expect(inBrowser.decodeLatin1(some)).toBe(buffer.toString('latin1'));
      expect(inBrowser.toHex(some)).toBe(buffer.toString('hex'));
      expect(inBrowser.toBase64(some)).toBe(buffer.toString('base64'));
      expect(inBrowser.toBase64Url(some)).toBe(buffer.toString('base64url'));
      expect([...inBrowser.encodeUtf8(words)]).toEqual([...Buffer.from(words)]);
      expect([...inBrowser.encodeLatin1(words)]).toEqual([...Buffer.from(words, 'latin1')]);
      expect(inBrowser.utf8Length(words)).toBe(Buffer.byteLength(words));
      expect(inBrowser.copyText(words)).toBe(words);
    }),
  );
});

it('a browser decodes Base64 as Node does, also with other characters in it', () => {
  const nearBase64 = fc.string({ unit: fc.constantFrom(...'ABab019+/-_= \n!'), maxLength: 40 });
  fc.assert(
    fc.property(nearBase64, (encoded) => {
      expect([...inBrowser.fromBase64(encoded)]).toEqual([...Buffer.from(encoded, 'base64')]);
    }),
  );
});

it('a browser finds a text in bytes where Node does', () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 12 });
  const searched = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(few, searched, fc.nat(12), (all, part, start) => {
      const content = Buffer.from(all);
      expect(inBrowser.findText(new Uint8Array(content), part, start)).toBe(content.indexOf(part, start));
    }),
  );
});

it('the first four bytes are a signed integer, and parts are put together', () => {
  expect(inBrowser.firstInt32(Uint8Array.of(9, 0xff, 0xff, 0xff, 0xfe, 9).subarray(1))).toBe(-2);
  expect([...inBrowser.concatBytes([Uint8Array.of(1), Uint8Array.of(), Uint8Array.of(2, 3)])]).toEqual([1, 2, 3]);
  expect([...inBrowser.toBytes('é')]).toEqual([0xc3, 0xa9]);
});

it('a browser has the digests of Node, for each length of the last block', () => {
  const hex = inBrowser.toHex;
  for (let length = 0; length < 140; length++) {
    const content = Uint8Array.from({ length }, (_unused, index) => index * 7);
    expect(hex(inBrowser.sha256('a', content))).toBe(createHash('sha256').update('a').update(content).digest('hex'));
    expect(hex(inBrowser.hmacSha256(content, 'é'))).toBe(createHmac('sha256', content).update('é').digest('hex'));
    expect(hex(inNode.sha256('a', content))).toBe(hex(inBrowser.sha256('a', content)));
  }
  expect(inBrowser.digestOf('md5', new Uint8Array())).toBeUndefined();
  expect(hex(inBrowser.digestOf('sha256', new Uint8Array()) ?? new Uint8Array())).toMatch(/^e3b0c442/);
});

it('a browser compares bytes, and hashes a password with its salt', () => {
  const [some, others] = [Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 4)];
  expect(inBrowser.isEqualInConstantTime(some, some)).toBe(true);
  expect(inBrowser.isEqualInConstantTime(some, others)).toBe(false);
  const hash = inBrowser.hashWithSalt('secret', 'ann');
  expect(hash).toHaveLength(32);
  expect(inBrowser.hashWithSalt('secret', 'ann')).toEqual(hash);
  expect(inBrowser.hashWithSalt('secret', 'bob')).not.toEqual(hash);
  expect(inBrowser.hashWithSalt('secrets', 'ann')).not.toEqual(hash);
});

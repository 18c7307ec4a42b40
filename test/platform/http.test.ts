/** What a browser knows about HTTP messages is what Node knows. */
import http from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { importForBrowser } from './import-for-browser.ts';

const inBrowser = await importForBrowser();

function isAccepted(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

it('a browser has the reason phrases of Node, and methods that Node has', () => {
  expect(inBrowser.STATUS_CODES).toEqual(http.STATUS_CODES);
  expect(inBrowser.METHODS.filter((method) => !http.METHODS.includes(method))).toEqual([]);
});

it('a browser rejects the names and values of headers that Node rejects', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'Z', '0', '-', '_', '~', ' ', '\t', '\n', '\x7f', '\x80', 'é', 'ÿ', 'Ā', ':', '@'),
  });
  fc.assert(
    fc.property(text, (one) => {
      expect(isAccepted(() => inBrowser.validateHeaderName(one))).toBe(isAccepted(() => http.validateHeaderName(one)));
      expect(isAccepted(() => inBrowser.validateHeaderValue('a', one))).toBe(
        isAccepted(() => http.validateHeaderValue('a', one)),
      );
    }),
  );
});

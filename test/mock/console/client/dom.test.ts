import { expect, it } from 'vitest';
import { visible as visibleInConsole } from '../../../../mock/console/client/dom.js';
import { sanitizeLine } from '../../../../sanitize.ts';

it('shows characters as a terminal does, except tabs and line breaks', () => {
  const all = [...Array(0x10000).keys(), 0x1f33f, 0x1fffe, 0xe0041].map((code) => String.fromCodePoint(code));
  expect(all.filter((one) => visibleInConsole(one) !== sanitizeLine(one))).toEqual(['\t', '\n']);
});

import { expect, it } from 'vitest';
import { percentEncode } from '../sanitize.ts';

it('encodes what no URL can have, half a character too', () => {
  expect(percentEncode('a/b c\u202e\u{1f33f}')).toBe('a%2Fb%20c%E2%80%AE%F0%9F%8C%BF');
  expect(percentEncode('a\ud800b')).toBe('a%EF%BF%BDb');
});

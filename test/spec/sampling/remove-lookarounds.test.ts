import { expect, it } from 'vitest';
import { removeLookarounds } from '../../../spec/sampling/remove-lookarounds.ts';

it.each([
  ['^(?!-)[a-z-]+$', '^[a-z-]+$'],
  ['^(?=.*(a|b))(?:c)$', '^(?:c)$'],
  ['^a(?<!b)(?<=a)c(?<name>d)$', '^ac(?<name>d)$'],
  [String.raw`^(?![)\]])\((?!x)[(?!]+$`, String.raw`^\([(?!]+$`],
  [String.raw`^[\]]+(?!\))z$`, String.raw`^[\]]+z$`],
  ['plain', 'plain'],
])('%s without its lookarounds is %s', (source, expected) => {
  expect(removeLookarounds(source)).toBe(expected);
});

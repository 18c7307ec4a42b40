import { afterEach, expect, test, vi } from 'vitest';
import { styleFor } from '../../../contracts/render/text/terminal.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['a terminal', true, undefined, '\u001b[31mx\u001b[39m'],
  ['a terminal with NO_COLOR empty, which counts as unset', true, '', '\u001b[31mx\u001b[39m'],
  ['a terminal with NO_COLOR', true, '1', 'x'],
  ['a pipe', false, undefined, 'x'],
])('%s', (_name, isTTY, noColor, painted) => {
  vi.stubEnv('NO_COLOR', noColor);
  expect(styleFor({ isTTY }).red('x')).toBe(painted);
});

test('a stream of unknown kind gets no colors', () => {
  expect(styleFor({}).bold('x')).toBe('x');
});

test('FORCE_COLOR does not color a pipe', () => {
  vi.stubEnv('FORCE_COLOR', '1');
  expect(styleFor({ isTTY: false }).green('x')).toBe('x');
});

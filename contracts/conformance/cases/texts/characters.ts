import { type Specimen, specimen } from './specimen.ts';

const control = 'control characters may be refused';
const nul = 'U+0000 cannot be stored by some databases';

/** Characters that are normalised, replaced or lost on the way through an encoding, a column or a filter. */
export const characters: readonly Specimen[] = [
  specimen('mixed case', 'gREEN Box', { words: 'a text in mixed case' }),
  specimen('accented', 'Boîte à thé, Äpfel, straße, İi', { words: 'a text with accented letters' }),
  specimen('composed', 'caf\u00e9 \u00c5', { words: 'a text with composed characters' }),
  specimen('decomposed', 'cafe\u0301 A\u030a', { words: 'a text with decomposed characters' }),
  specimen('compatibility characters', 'ﬁ ② Ⅳ \u212b'),
  specimen('full width', 'Ｇｒｅｅｎ　１２３', { words: 'a text in full-width characters' }),
  specimen('other scripts', '緑 みどり Зелёный أخضر ירוק', { words: 'a text in other scripts' }),
  specimen('right to left with marks', '\u200fלבן\u200e \u202bأبيض\u202c', {
    words: 'a text from right to left, with its marks',
  }),
  specimen('astral', '🎈🎲 𝑔𝓇𝑒𝑒𝓃', { words: 'a text with astral characters' }),
  specimen('joined emoji', '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈'),
  specimen('invisible marks', 'a\u200bb\u200e\u202ec\ufeffd\u00ad'),
  specimen('control characters', '\u0001\b\f\u001f\u007f\u0085', { open: control }),
  specimen('nul', 'Green\u0000box', { words: 'a text with U+0000 inside', open: nul }),
  specimen('a trailing nul', 'Green box\u0000', { words: 'a text with a trailing U+0000', open: nul }),
  specimen('noncharacters', '\ufffe\uffff\u{1ffff}', { open: 'noncharacters may be refused' }),
  specimen('half a character', 'green \ud83c', { silent: true }),
  specimen('two halves in the wrong order', '\udf88\ud83c green', {
    words: 'a text with two halves of a character in the wrong order',
    silent: true,
  }),
];

import { type Specimen, specimen } from './specimen.ts';

/** Characters that are normalised, replaced or lost on the way through an encoding, a column or a filter. */
export const characters: readonly Specimen[] = [
  specimen('mixed case', 'bOSTON Fern'),
  specimen('accented', 'Fougère à l’été, Äpfel, straße, İi'),
  specimen('composed', 'caf\u00e9 \u00c5'),
  specimen('decomposed', 'cafe\u0301 A\u030a'),
  specimen('compatibility characters', 'ﬁ ② Ⅳ \u212b'),
  specimen('full width', 'Ｆｅｒｎ　１２３'),
  specimen('other scripts', '蕨 シダ Папоротник سرخس דשרך'),
  specimen('right to left with marks', '\u200fשרך\u200e \u202bسرخس\u202c'),
  specimen('astral', '🌵🪴 𝒻𝑒𝓇𝓃'),
  specimen('joined emoji', '👩🏽‍🌾👨‍👩‍👧‍👦🏳️‍🌈'),
  specimen('invisible marks', 'a\u200bb\u200e\u202ec\ufeffd\u00ad'),
  specimen('control characters', '\u0001\b\f\u001f\u007f\u0085', {
    open: 'control characters may be refused',
  }),
  specimen('nul', 'Boston\u0000fern', { open: 'U+0000 cannot be stored by some databases' }),
  specimen('a trailing nul', 'Boston fern\u0000', { open: 'U+0000 cannot be stored by some databases' }),
  specimen('noncharacters', '\ufffe\uffff\u{1ffff}', { open: 'noncharacters may be refused' }),
  specimen('half a character', 'fern \ud83c', { silent: true }),
  specimen('two halves in the wrong order', '\udf35\ud83c fern', { silent: true }),
];

import { type Specimen, specimen } from './specimen.ts';

/** Each kind in each place by itself: many trim only one end, or only what ASCII calls white space. */
export const whiteSpace: readonly Specimen[] = [
  specimen('white space only', '   ', {
    words: 'white space only',
    open: 'a blank text may be refused',
  }),
  specimen('white space around', '  Green box\t', { words: 'a text with white space around it' }),
  specimen('white space inside', 'Green   box'),
  specimen('a leading space', ' Green box'),
  specimen('a trailing space', 'Green box '),
  specimen('a leading tab', '\tGreen box'),
  specimen('a tab inside', 'Green\tbox'),
  specimen('line breaks', 'Green\r\nbox\n'),
  specimen('a leading line feed', '\nGreen box'),
  specimen('a trailing line feed', 'Green box\n'),
  specimen('a line feed inside', 'Green\nbox'),
  specimen('a carriage return inside', 'Green\rbox'),
  specimen('a leading no-break space', '\u00a0Green box'),
  specimen('a trailing no-break space', 'Green box\u00a0'),
  specimen('a no-break space inside', 'Green\u00a0box'),
  specimen('an ideographic space around', '\u3000Green\u2003box\u3000', {
    words: 'a text with ideographic spaces around it',
  }),
  specimen('a line separator and a paragraph separator', 'Green\u2028box\u2029'),
  specimen('a leading byte order mark', '\ufeffGreen box'),
];

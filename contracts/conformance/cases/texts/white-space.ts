import { type Specimen, specimen } from './specimen.ts';

/** Each kind in each place by itself: many trim only one end, or only what ASCII calls white space. */
export const whiteSpace: readonly Specimen[] = [
  specimen('white space only', '   ', { open: 'a blank text may be refused' }),
  specimen('white space around', '  Boston fern\t'),
  specimen('white space inside', 'Boston   fern'),
  specimen('a leading space', ' Boston fern'),
  specimen('a trailing space', 'Boston fern '),
  specimen('a leading tab', '\tBoston fern'),
  specimen('a tab inside', 'Boston\tfern'),
  specimen('line breaks', 'Boston\r\nfern\n'),
  specimen('a leading line feed', '\nBoston fern'),
  specimen('a trailing line feed', 'Boston fern\n'),
  specimen('a line feed inside', 'Boston\nfern'),
  specimen('a carriage return inside', 'Boston\rfern'),
  specimen('a leading no-break space', '\u00a0Boston fern'),
  specimen('a trailing no-break space', 'Boston fern\u00a0'),
  specimen('a no-break space inside', 'Boston\u00a0fern'),
  specimen('an ideographic space around', '\u3000Boston\u2003fern\u3000'),
  specimen('a line separator and a paragraph separator', 'Boston\u2028fern\u2029'),
  specimen('a leading byte order mark', '\ufeffBoston fern'),
];

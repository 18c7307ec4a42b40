import { filled, type Malformation, type MalformedKind } from './malformation.ts';

/** JSONTestSuite: n_structure_capitalized_True, n_incomplete_*, n_array_*invalid_value, n_structure_*identifier. */
export const words: MalformedKind = {
  topic: 'words',
  malformations: [
    {
      name: 'declared word in capitals',
      words: 'true or false in capitals',
      break: ({ boolean }) => boolean && filled(boolean, boolean.own.toUpperCase()),
    },
    {
      name: 'declared word with a capital',
      words: 'True or False',
      break: ({ boolean }) =>
        boolean &&
        filled(
          boolean,
          boolean.own.replace(/^./, (letter) => letter.toUpperCase()),
        ),
    },
    ...['True', 'TRUE', 'False', 'NULL', 'None', 'nil', 'undefined', 'yes', 'nul', 'truee', 'nan', 'abc'].map(
      (word): Malformation => ({
        name: `word ${word}`,
        words: `the bare word ${word} for a value, in a property more`,
        break: ({ unnamed }) => filled(unnamed, word),
      }),
    ),
    {
      name: 'undefined for a value',
      words: 'the bare word undefined for a value',
      break: ({ text, number }) => filled(text ?? number, 'undefined'),
    },
    {
      name: 'constructed value',
      words: 'a date constructed as in a program',
      break: ({ unnamed }) => filled(unnamed, 'new Date(0)'),
    },
  ],
};

/**
 * Every way in which a body can fail to be JSON, kind by kind: those that JSONTestSuite (github.com/nst/JSONTestSuite)
 * tells apart in the names of its n_ files, and some more that implementations take.
 */

import type { MalformedKind } from './body-text.ts';
import { notUtf8, utf16 } from './bytes.ts';
import { cutShort, moreBesides } from './ends.ts';
import { notNumbers, numbers } from './numbers.ts';
import { colons, commas, comments, words } from './punctuation.ts';
import { structures, whiteSpace } from './structures.ts';
import { controlCharacters, escapes, quotes } from './text-contents.ts';

/** Comes last of all: who falls over it falls over nothing else. */
export const malformedKinds: readonly MalformedKind[] = [
  cutShort,
  moreBesides,
  commas,
  colons,
  quotes,
  comments,
  numbers,
  notNumbers,
  words,
  controlCharacters,
  escapes,
  whiteSpace,
  notUtf8,
  utf16,
  structures,
];

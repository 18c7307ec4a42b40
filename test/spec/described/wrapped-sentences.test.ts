/** A description in several lines: a line break within a paragraph is a space, and one between paragraphs ends a sentence. */
import { expect, test } from 'vitest';
import { sentencesOf } from '../../../spec/model/sentences.ts';

test.each([
  ['An unknown customer\nis rejected.', ['An unknown customer is rejected']],
  ['Places an order\n\nAn unknown customer is rejected.', ['Places an order', 'An unknown customer is rejected']],
  ['Rejected are:\n- unknown customers\n* closed shops', ['Rejected are:', '- unknown customers', '* closed shops']],
  ['Places an order. An unknown customer\n  is rejected!\n', ['Places an order', 'An unknown customer is rejected']],
])('%j', (text, expected) => expect(sentencesOf(text).map((one) => one.replaceAll(/\s+/g, ' '))).toEqual(expected));

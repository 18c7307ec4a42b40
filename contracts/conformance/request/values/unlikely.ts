import type { Fresh } from '../../model/draft.ts';

/** Numbers and words that no sample has: to see what a request would be like before there is one. */
export const unlikely: Fresh = {
  known: () => 1_234_567,
  number: () => 1_234_567,
  word: () => 'unlikely',
  uuid: () => '5b1e7c0a-93d4-4f26-8a1b-0c6d2e9f7a35',
};

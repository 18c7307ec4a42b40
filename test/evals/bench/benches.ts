/** All benches, in the order of docs/performance.md. To add one: a line here, and its markers on the page. */
import { benchFirstAnswers } from './benches/first-answers.ts';
import { benchFlat } from './benches/flat.ts';
import { benchLarge } from './benches/large.ts';
import { benchLoad } from './benches/load.ts';
import { benchMock } from './benches/mock.ts';
import { benchScale } from './benches/scale.ts';
import { benchStart } from './benches/start.ts';
import { benchVerifier } from './benches/verifier.ts';
import { benchWorkers } from './benches/workers.ts';
import type { Bench } from './telling/section.ts';

const hasOneSize = true;

export const benches: readonly Bench[] = [
  { name: 'mock', words: 'The fake store under load', measure: benchMock },
  { name: 'flat', words: 'What 200,000 requests leave behind in the fake store', measure: benchFlat },
  { name: 'workers', words: 'Several workers that share one store', measure: benchWorkers, hasOneSize },
  { name: 'start', words: 'From nothing to ready', measure: benchStart, hasOneSize },
  { name: 'large', words: 'Large documents, from nothing to the first answer', measure: benchLarge },
  {
    name: 'first',
    words: 'The first answer of every operation of large documents',
    measure: benchFirstAnswers,
  },
  { name: 'load', words: 'Reading a document into a contract', measure: benchLoad },
  {
    name: 'verify',
    words: 'The verifier against bare loops of the same requests',
    measure: benchVerifier,
    hasOneSize,
  },
  { name: 'scale', words: 'The verifier on documents of growing size', measure: benchScale },
];

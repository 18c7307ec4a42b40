/** All benches, in the order of docs/explanation/performance.md. To add one: a line here, and its markers on the page. */
import { benchFirstResponses } from './benches/first-responses.ts';
import { benchLarge } from './benches/large.ts';
import { benchLoadDocument } from './benches/load-document.ts';
import { benchMemoryGrowth } from './benches/memory-growth.ts';
import { benchMock } from './benches/mock.ts';
import { benchRequests } from './benches/requests.ts';
import { benchScale } from './benches/scale.ts';
import { benchStart } from './benches/start.ts';
import { benchVerifier } from './benches/verifier.ts';
import { benchWorkers } from './benches/workers.ts';
import type { Bench } from './reporting/section.ts';

const hasOneSize = true;

export const benches: readonly Bench[] = [
  { name: 'mock', title: 'The mock server under load', measure: benchMock },
  { name: 'requests', title: 'What one request costs', measure: benchRequests },
  { name: 'flat', title: 'What 200,000 requests leave behind in the mock server', measure: benchMemoryGrowth },
  { name: 'workers', title: 'Several workers that share one storage', measure: benchWorkers, hasOneSize },
  { name: 'start', title: 'From nothing to ready', measure: benchStart, hasOneSize },
  { name: 'large', title: 'Large documents, from the start to the first response', measure: benchLarge },
  {
    name: 'first',
    title: 'The first response of every operation of large documents',
    measure: benchFirstResponses,
  },
  { name: 'load', title: 'Reading a document into a contract', measure: benchLoadDocument },
  {
    name: 'verify',
    title: 'The verifier against bare loops of the same requests',
    measure: benchVerifier,
    hasOneSize,
  },
  { name: 'scale', title: 'The verifier on documents of growing size', measure: benchScale },
];

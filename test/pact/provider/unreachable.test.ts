/** Runs in which no request of the native verifier got a response. */
import { expect, test } from 'vitest';
import type { Exchange } from '../../../contracts/conformance/model/exchange.ts';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import type { InteractionResult } from '../../../contracts/pact/provider/interaction-result.ts';
import { combineRuns } from '../../../contracts/pact/provider/verify-provider.ts';
import { committedPact } from '../support.ts';

const [interaction] = (await readPact(committedPact)).interactions;
if (interaction === undefined) throw new Error('the pact has no interactions');

function failed(exchange: Exchange | undefined): InteractionResult {
  if (interaction === undefined) throw new Error('the pact has no interactions');
  return {
    ...{ pactFile: committedPact, consumer: 'shop', interaction, operation: 'createPlant', status: 'failed' },
    ...{ reason: undefined, isPending: false, hasRealCredentials: false, mismatches: [], violations: [], notes: [] },
    ...{ exchange, findings: [] },
  };
}

const request = {
  method: 'POST',
  url: 'http://127.0.0.1:4/plants',
  headers: [],
  body: undefined,
  delivery: 'whole',
} as const;
const unreachable: Exchange = {
  ...{ request, ms: 1 },
  outcome: { kind: 'failure', failure: { kind: 'unreachable', reason: 'connect ECONNREFUSED 127.0.0.1:4' } },
};
const response = { status: 200, headers: [], body: Buffer.from('') };
const responded: Exchange = { request, ms: 1, outcome: { kind: 'response', response } };

const combine = (...exchanges: readonly (Exchange | undefined)[]) =>
  combineRuns([{ results: exchanges.map(failed), output: '' }], 0);

test.each([
  ['no request reached it', [unreachable, unreachable]],
  ['one request did not even leave', [undefined, unreachable]],
])('the implementation is unreachable if %s', (_what, exchanges) => {
  expect(() => combine(...exchanges)).toThrow(expect.objectContaining({ code: 'target-unreachable' }));
});

test('it is not unreachable if one request got a response', () => {
  expect(combine(unreachable, responded).ok).toBe(false);
});

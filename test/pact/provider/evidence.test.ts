/** The printed command of an interaction contains no credential, wherever it was sent. */
import { expect, test } from 'vitest';
import type { SentRequest } from '../../../contracts/conformance/model/exchange.ts';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import { createPactEvidence } from '../../../contracts/pact/provider/evidence.ts';
import { createMask } from '../../../secrets/masking.ts';
import { tokenCredentials } from '../../conformance/support.ts';
import { committedPact, contract } from '../support.ts';

const SECRET = 'topsecrettoken123';
const STAND_IN = 'stand-in-0123456789abcdef';
const [interaction] = (await readPact(committedPact)).interactions;

function evidenceFor(sent: Partial<SentRequest>) {
  if (interaction === undefined) throw new Error('the pact has no interactions');
  const plain = { method: 'POST', url: 'http://127.0.0.1:1/plants', headers: [], body: undefined };
  const request = { ...plain, delivery: 'whole' as const, ...sent };
  const failure = { kind: 'broken', reason: '' } as const;
  const exchange = { request, outcome: { kind: 'failure', failure }, ms: 1 } as const;
  return createPactEvidence(
    {
      ...{ pactFile: 'a.json', consumer: 'shop', interaction, operation: 'createPlant', status: 'failed' },
      ...{
        reason: undefined,
        isPending: false,
        hasRealCredentials: true,
        mismatches: [],
        violations: [],
        notes: [],
      },
      exchange,
    },
    {
      ...{ contract, baseUrl: 'http://127.0.0.1:1', statesUrl: undefined, placeholder: STAND_IN },
      credentials: tokenCredentials(SECRET),
      mask: createMask([SECRET, STAND_IN]),
    },
    undefined,
  );
}

test('the placeholder is the variable', () => {
  const headers = [['Authorization', `Bearer ${STAND_IN}`]] as const;
  expect(evidenceFor({ headers })?.curl).toContain(`-H 'Authorization: Bearer '"$PLANT_STORE_TOKEN"`);
  expect(evidenceFor({ headers })?.curlLimitations).toBeUndefined();
});

test('the length of an absent body is printed, since curl does not send it', () => {
  expect(evidenceFor({ headers: [['Content-Length', '0']] })?.curl).toContain(`-H 'Content-Length: 0'`);
  expect(evidenceFor({ headers: [['Content-Length', '2']], body: Buffer.from('{}') })?.curl).not.toContain('Length');
});

test.each<[string, Partial<SentRequest>]>([
  ['a body of bytes', { body: Buffer.from(`\xff${SECRET} ${STAND_IN}`, 'latin1') }],
  ['a body of text', { body: Buffer.from(`{"a":"${SECRET}"}`) }],
  ['the address', { url: `http://127.0.0.1:1/x/${SECRET}` }],
  ['a value of a header', { headers: [['X-A', SECRET]] }],
  ['the name of a header', { headers: [[SECRET, 'v']] }],
])('a credential in %s is masked with a remark', (_where, sent) => {
  const evidence = evidenceFor(sent);
  const text = JSON.stringify(evidence);
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(STAND_IN);
  expect(text).not.toContain(Buffer.from(SECRET).toString('base64'));
  expect(evidence?.curlLimitations).toContain('a credential within its text is masked');
});

/** The kit's own verifier checks the control API against the document that it serves. */
import { describe, expect, it } from 'vitest';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import { describeErrors, failingChecks, tokenCredentials, verify } from '../../conformance/support.ts';
import { createPlant, plantStoreSpec, startMockOf } from '../support.ts';

/** Endless or arbitrarily slow, or they delete the entries that others read. */
const excludedOperations = ['streamJournal', 'waitForJournal', 'clearJournal'];
/** Their bodies must name parts of the served contract, which the document cannot describe. */
const naming = ['addRules', 'addRecords', 'changePactState', 'replaceState'];

/** Their parameters must name a rule that exists, or a collection, an operation or a webhook of the served contract. */
const ofServedContract = [
  ...['createRecordItem', 'replaceRecordItem', 'removeRecordItem'],
  ...['readRecordForm', 'readResponseForm', 'readWebhookForm', 'replaceRule', 'changeRule'],
];

/** Cases of a run, one of each category in turn. */
const CASES = 900;

describe.each([
  ['without a control token', {}],
  ['with a control token', { controlToken: 'green-thumb' }],
])('%s, the control API', (_which, options) => {
  it('conforms to its own document', async () => {
    const other = [...excludedOperations, ...naming, ...ofServedContract, 'reset'];
    const result = await runVerifier((id) => !other.includes(id));
    expect(describeErrors(result)).toEqual([]);
    // Operations that add rules are checked below, so there is no rule to remove. The journal is empty. The contract has no
    // webhooks.
    const untested = new Set(result.unchecked.map(({ operation }) => operation));
    expect(untested).toEqual(new Set(['removeRule', 'clearRules', 'listJournal', 'sendWebhook']));
    expect(result.cases).toBeGreaterThan(500);
  });

  it('rejects bodies that its document does not allow, with declared responses', async () => {
    const result = await runVerifier((id) => [...naming, ...ofServedContract, 'reset'].includes(id));
    expect(failingChecks(result).filter((check) => check !== 'valid-accepted')).toEqual([]);
    expect(new Set(result.unchecked.map(({ operation }) => operation))).toEqual(new Set(ofServedContract));
    expect(result.cases).toBeGreaterThan(500);
  });

  async function runVerifier(isIncluded: (id: string) => boolean) {
    const mock = await startMockOf(plantStoreSpec, options);
    await createPlant(mock, '{"id":1,"name":"fern"}');
    const baseUrl = `${mock.url}/__store`;
    const headers = { Authorization: `Bearer ${mock.controlToken}` };
    const document = await (await fetch(`${baseUrl}/openapi.json`, { headers })).text();
    const contract = await parseContract(`${baseUrl}/openapi.json`, document);
    const operations = contract.operations.filter(({ id }) => isIncluded(id));
    const credentials = tokenCredentials(mock.controlToken);
    return verify({ contract: { ...contract, operations }, baseUrl, credentials, budget: CASES });
  }
});

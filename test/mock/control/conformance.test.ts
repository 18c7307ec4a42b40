/** The kit's own verifier judges the control API by the document that it serves. */
import { describe, expect, it } from 'vitest';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import { describeErrors, failingChecks, tokenCredentials, verify } from '../../conformance/support.ts';
import { createPlant, plantStoreSpec, startMockOf } from '../support.ts';

/** Endless, as slow as the caller wants, or the end of the entry that others read. */
const excludedOperations = ['streamJournal', 'waitForJournal', 'clearJournal'];
/** Their bodies have to name what the served contract has, which the document cannot say. */
const naming = ['addRules', 'addRecords', 'changePactState'];

describe.each([
  ['without a control token', {}],
  ['with a control token', { controlToken: 'green-thumb' }],
])('%s, the control API', (_which, options) => {
  it('conforms to its own document', async () => {
    const result = await runVerifier((id) => ![...excludedOperations, ...naming, 'reset'].includes(id));
    expect(describeErrors(result)).toEqual([]);
    // What makes rules is judged below, so that there is none to remove.
    expect(result.unchecked.map(({ operation }) => operation)).toEqual(['removeRule']);
    expect(result.cases).toBeGreaterThan(500);
  });

  it('rejects bodies that its document does not allow, with declared responses', async () => {
    const result = await runVerifier((id) => [...naming, 'reset'].includes(id));
    expect(failingChecks(result).filter((check) => check !== 'valid-accepted')).toEqual([]);
    expect(result.unchecked).toEqual([]);
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
    return verify({ contract: { ...contract, operations }, baseUrl, credentials });
  }
});

/** The kit's own verifier judges the control API by the document that it serves. */
import { describe, expect, it } from 'vitest';
import { readContract } from '../../../spec/loading/load.ts';
import { checksOf, faultsOf, verify, withToken } from '../../conformance/support.ts';
import { createPlant, mockOf, plants } from '../support.ts';

/** Endless, as slow as the caller wants, or the end of the entry that others read. */
const apart = ['streamJournal', 'waitForJournal', 'clearJournal'];
/** Their bodies have to name what the served contract has, which the document cannot say. */
const naming = ['addRules', 'addRecords', 'changePactState'];

describe.each([
  ['without a control token', {}],
  ['with one', { controlToken: 'green-thumb' }],
])('%s, the control API', (_which, options) => {
  it('keeps its own document', async () => {
    const judged = await judge((id) => ![...apart, ...naming, 'reset'].includes(id));
    expect(faultsOf(judged)).toEqual([]);
    // What makes rules is judged below, so that there is none to remove.
    expect(judged.unjudged.map(({ operation }) => operation)).toEqual(['removeRule']);
    expect(judged.cases).toBeGreaterThan(500);
  });

  it('takes no body that its document does not allow, and answers as declared', async () => {
    const judged = await judge((id) => [...naming, 'reset'].includes(id));
    expect(checksOf(judged).filter((check) => check !== 'valid-accepted')).toEqual([]);
    expect(judged.unjudged).toEqual([]);
    expect(judged.cases).toBeGreaterThan(500);
  });

  async function judge(isJudged: (id: string) => boolean) {
    const mock = await mockOf(plants, options);
    await createPlant(mock, '{"id":1,"name":"fern"}');
    const baseUrl = `${mock.url}/__store`;
    const headers = { Authorization: `Bearer ${mock.controlToken}` };
    const document = await (await fetch(`${baseUrl}/openapi.json`, { headers })).text();
    const contract = await readContract(`${baseUrl}/openapi.json`, document);
    const operations = contract.operations.filter(({ id }) => isJudged(id));
    const credentials = withToken(mock.controlToken);
    return verify({ contract: { ...contract, operations }, baseUrl, credentials });
  }
});

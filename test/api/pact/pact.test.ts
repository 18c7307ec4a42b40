/** The API `plant-store/pact`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { comparePacts, recordPact, reportText, verifyPacts } from '../../../contracts/api/pact/index.ts';
import { TOKEN } from '../../cli/support.ts';
import { changedPact, committedPact, fileOf, temporaryFolder, zooStore } from '../../pact/support.ts';

const todos = 'test/fixtures/mock/todos.yaml';
const undeclaredPathPact = changedPact([[['interactions', 0, 'request', 'path'], '/trees']]);

describe('recordPact', () => {
  it('returns the pact of a contract and its summary', async () => {
    const { text, summary } = await recordPact({ consumer: 'shop' });
    const pact = JSON.parse(text);
    expect([pact.consumer.name, pact.interactions.length, summary.file]).toEqual(['shop', summary.interactions, null]);
    expect(summary.operations.map(({ id }) => id)).toEqual(['createPlant']);
  });

  it('writes it to the given path', async () => {
    const out = temporaryFolder();
    const { text, summary } = await recordPact({ spec: todos, out });
    expect(readdirSync(out).map((name) => path.join(out, name))).toEqual([summary.file]);
    expect(readFileSync(summary.file ?? '', 'utf8')).toBe(text);
  });

  it('rejects a contract without recordable interactions, with the reasons', async () => {
    const content = { 'image/png': { schema: { type: 'string', format: 'binary' } } };
    const responses = { 200: { description: 'A picture', content } };
    const spec = {
      openapi: '3.0.3',
      info: { title: 'Pictures', version: '1' },
      paths: {
        '/picture': { put: { operationId: 'put', requestBody: { required: true, content }, responses } },
      },
    };
    await expect(recordPact({ spec })).rejects.toMatchObject({
      code: 'nothing-checked',
      detail: expect.stringContaining('put: nothing'),
    });
  });

  it('rejects an invalid name and an unknown option', async () => {
    await expect(recordPact({ provider: ' ' })).rejects.toMatchObject({
      detail: 'provider " ": expected a name',
    });
    const misspelled = { spec: todos, output: 'pacts/' };
    await expect(recordPact(misspelled)).rejects.toMatchObject({ code: 'option-invalid' });
  });
});

describe('comparePacts', () => {
  it("the kit's own pact is compatible with the Plant Store", async () => {
    const report = await comparePacts({});
    expect([report.verdict.kind, report.targetKind]).toEqual(['conforms', 'files']);
  });

  it('finds expectations that the contract does not declare', async () => {
    const report = await comparePacts({ pacts: [undeclaredPathPact] });
    expect(report.verdict.exitCode).toBe(1);
    expect(reportText(report)).toContain('/trees');
  });

  it('requires a pact for another contract', async () => {
    await expect(comparePacts({ spec: todos })).rejects.toMatchObject({ code: 'argument-missing' });
  });
});

describe('verifyPacts', () => {
  it('passes a conforming implementation', async () => {
    const baseUrl = await zooStore('right-store', TOKEN);
    const report = await verifyPacts({ baseUrl, token: TOKEN, pacts: [committedPact, committedPact] });
    expect([report.verdict.kind, report.stages[0]?.attemptedChecks.length]).toEqual(['conforms', 7]);
    expect(report.stages[0]?.notes[0]).toContain('given twice');
  });

  it('reports the failures of the selected interactions', async () => {
    const baseUrl = await zooStore('lowers-name', TOKEN);
    const report = await verifyPacts({ baseUrl, token: TOKEN, only: '#1' });
    expect([report.verdict.exitCode, report.stages[0]?.attemptedChecks.length]).toEqual([1, 1]);
  });

  it('does not count waived findings', async () => {
    const baseUrl = await zooStore('lowers-name', TOKEN);
    const { stages } = await verifyPacts({ baseUrl, token: TOKEN });
    const found = stages.flatMap(({ findings }) => findings);
    const known = found.map(({ id }) => ({ id, reason: 'agreed', expires: '2999-01-31' }));
    const waivers = fileOf(JSON.stringify({ waivers: known }), 'waivers.json');
    const report = await verifyPacts({ baseUrl, token: TOKEN, waivers });
    expect([report.verdict.kind, report.waivers.map(({ state }) => state)]).toEqual([
      'conforms',
      known.map(() => 'used'),
    ]);
    const compared = await comparePacts({ waivers });
    expect(compared.waivers.map(({ state }) => state)).toEqual(known.map(() => 'not checked'));
  });

  it('never shows the token', async () => {
    const baseUrl = await zooStore('lowers-name', TOKEN);
    const report = await verifyPacts({ baseUrl, token: TOKEN });
    expect(JSON.stringify(report) + reportText(report)).not.toContain(TOKEN);
  });

  it.each([
    [{ states: 'nowhere' }, 'option-invalid'],
    [{ timeout: -1 }, 'option-invalid'],
    [{ auth: { other: 'hush' } }, 'option-invalid'],
    [{ token: undefined }, 'credentials-missing'],
    [{ pacts: ['nowhere.json'] }, 'pact-unreadable'],
  ])('rejects %j: %s', async (wrong, code) => {
    const baseUrl = await zooStore('right-store', TOKEN);
    await expect(verifyPacts({ baseUrl, token: TOKEN, ...wrong })).rejects.toMatchObject({ code });
  });
});

import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../contracts/finding/finding.ts';
import type { Report } from '../../contracts/report/report.ts';
import { createLendingStore } from '../conformance/lending-store.ts';
import { readBody, startTestServer } from '../conformance/test-server.ts';
import { UNUSED_URL } from '../free-port.ts';
import { startHttpServer, zooStore } from '../pact/support.ts';
import { runPlantStore, TOKEN } from './support.ts';

const caseId = 'createPlant/wrong-types/body.id/its-value-as-text';

test('reproduces a finding by the id from the JSON report, and exits with 1', async () => {
  const url = await zooStore('takes-numeric-string-as-id', TOKEN);
  const report: Report = JSON.parse((await runPlantStore(['verify', url, '--only', 'wrong-types', '--json'])).stdout);
  const [found] = report.stages[0]?.findings ?? [];
  const { exitCode, stdout } = await runPlantStore(['replay', found?.evidence?.caseId ?? '', url, '--json']);
  expect(exitCode).toBe(1);
  const replayed: { readonly findings: readonly Finding[] } = JSON.parse(stdout);
  expect(replayed.findings.map(({ fingerprint }) => fingerprint)).toEqual([found?.fingerprint]);
  expect(replayed).toMatchObject({
    caseId: found?.evidence?.caseId,
    expectation: 'reject',
    evidence: { response: { status: 200 } },
  });
});

test('shows the exchange and the finding', async () => {
  const { exitCode, stdout } = await runPlantStore([
    'replay',
    caseId,
    await zooStore('takes-numeric-string-as-id', TOKEN),
  ]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /^createPlant\/wrong-types\/.*: body\.id is its value as a string.*; expected by the contract: reject\n\n> POST http/,
  );
  expect(stdout).toContain('> Authorization: Bearer $PLANT_STORE_TOKEN');
  expect(stdout).toMatch(/^< 200\n< /m);
  expect(stdout).toMatch(/error\[invalid-rejected\].*\n1 finding\n$/s);
});

test('shows every exchange of a sequence, in order', async () => {
  const url = await startTestServer(createLendingStore('deletes no user'), onTestFinished);
  const { exitCode, stdout } = await runPlantStore(
    ['replay', 'addUser/lifecycles/whole-life', url, '--spec', 'test/fixtures/conformance/lending.yaml'],
    'right-key',
  );
  expect(exitCode).toBe(1);
  const shown = stdout.matchAll(/^(?:> ([A-Z]+) http|< (\d+)$)/gm);
  expect([...shown].map(([, method, status]) => method ?? status).join(' ')).toMatch(
    /^POST 201 (?:[A-Z]+ 2\d\d )*DELETE 204 GET 200$/,
  );
});

test('exits with 0 for a correct implementation', async () => {
  const { exitCode, stdout } = await runPlantStore(['replay', caseId, await zooStore('right-store', TOKEN)]);
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^< 400\n.*\npasses all checks\n$/ms)]);
});

test('exits with 2 for an unknown test case', async () => {
  const url = await zooStore('right-store', TOKEN);
  const { exitCode, stdout, stderr } = await runPlantStore(['replay', 'createPlant/no/such', url]);
  expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining('error[case-unknown]')]);
});

test('exits with 2 when nothing listens', async () => {
  const { exitCode, stdout, stderr } = await runPlantStore(['replay', caseId, UNUSED_URL]);
  expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining('error[target-unreachable]')]);
});

test('exits with 2 for an invalid token', async () => {
  const { exitCode, stdout, stderr } = await runPlantStore(
    ['replay', caseId, await zooStore('right-store', TOKEN)],
    'wrong',
  );
  expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining('error[credentials-rejected]')]);
});

test('escapes a response with terminal control characters', async () => {
  const url = await startHttpServer(async (request, response) => {
    const isValid = !(await readBody(request)).toString().includes('"id":"');
    const valid = { 'content-type': 'application/json' };
    if (isValid) response.writeHead(200, valid).end('{"name":"fern"}');
    else response.writeHead(400, { 'x-title': '\u009b2J' }).end('two\nlines\u001b]0;owned\u0007');
  });
  const { stdout } = await runPlantStore(['replay', caseId, url]);
  expect(stdout).toContain('two\nlines\\u001b]0;owned\\u0007');
  expect(stdout).not.toMatch(/[\u001b\u0007\u009b]/);
});

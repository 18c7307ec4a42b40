import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommandResult } from '../../cli/run-in-thread.ts';
import { runWithoutToken } from '../../cli/support.ts';
import { changedPact, committedPact, contract, fileOf, kitFolder, temporaryFolder } from '../support.ts';
import { fixtures, writePact } from './support.ts';

const plantStorePact = path.join(fixtures, 'plant-store.json');
const at = (...rest: readonly (string | number)[]) => ['interactions', 0, ...rest];
const wrong = () => changedPact([[at('request', 'body', 'content', 'tag'), 5]], plantStorePact);
const warning = () => changedPact([[at('request', 'headers', 'X-Shop'), ['1']]], plantStorePact);

function compare(...args: readonly string[]): Promise<CommandResult> {
  return runWithoutToken('pact', 'compare', ...args);
}

describe('the command', () => {
  test('passes the committed pact: exit code 0, also under --strict', async () => {
    const { exitCode, stdout } = await compare('--strict');
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`${path.relative(kitFolder, committedPact)} (plant-store-client): `);
    expect(stdout).toMatch(/^compatible: 0 errors, 0 warnings, \d+ not specified by the contract$/m);
  });

  test('quotes the lines of both sides: exit code 1', async () => {
    const pact = wrong();
    const { exitCode, stdout } = await compare('--pact', pact);
    expect(exitCode).toBe(1);
    const line =
      readFileSync(pact, 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('"tag": 5')) + 1;
    expect(stdout).toContain('error[pact-compatible]: The pact and the contract differ');
    expect(stdout).toMatch(/--> .*plant-store\.yaml:\d+ .*\n +\d+ \| type: string\n/);
    expect(stdout).toContain(`also ${pact}:${line}\n  ${line} | "tag": 5`);
    expect(stdout).toMatch(
      /contract +request\.body\.incompatible at body\.tag\n +expected +string\n +received +integer 5\n/,
    );
    expect(stdout).toContain('NOT COMPATIBLE: 1 error, 0 warnings');
  });

  test('reports warnings: exit code 0, and 1 under --strict', async () => {
    const pact = warning();
    const lenient = await compare('--pact', pact);
    expect(lenient.exitCode).toBe(0);
    expect(lenient.stdout).toContain('warning[pact-compatible]: The pact goes beyond the contract');
    expect((await compare('--pact', pact, '--strict')).exitCode).toBe(1);
  });

  test('compares every given pact and prints JSON', async () => {
    const pact = wrong();
    const { exitCode, stdout } = await compare('--json', '--pact', pact, '--pact', plantStorePact);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        ok: false,
        pactFile: pact,
        consumer: 'plant-store-client',
        interactions: 5,
        findings: [
          {
            severity: 'error',
            code: 'request.body.incompatible',
            received: 'integer 5',
            expected: 'string',
            interaction: {
              description: 'a request to create a plant with a tag',
              states: ['the store accepts new plants'],
            },
            pact: { file: pact, pointer: '/interactions/0/request/body/content/tag', text: '"tag": 5' },
            spec: { pointer: '/components/schemas/Plant/properties/tag/type', text: 'type: string' },
          },
          { severity: 'unspecified' },
        ],
      },
      { ok: true },
    ]);
  });

  test('writes the reports of the gate', async () => {
    const folder = temporaryFolder();
    const [json, junit] = [path.join(folder, 'new/compare.json'), path.join(folder, 'compare.xml')];
    const ended = await compare('--pact', wrong(), '--report', `json=${json}`, '--report', `junit=${junit}`);
    expect(ended.exitCode).toBe(1);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
      verdict: { kind: 'does not conform' },
      stages: [{ name: 'pact × contract', status: 'failed', findings: [{ check: 'pact-compatible' }] }],
    });
    expect(readFileSync(junit, 'utf8')).toContain('pact-compatible');
  });

  test('leaves no report of an earlier run if it is inconclusive', async () => {
    const file = fileOf('{"an": "earlier run"}', 'report.json');
    expect((await compare('--pact', 'nowhere.json', '--report', `json=${file}`)).exitCode).toBe(2);
    expect(existsSync(file)).toBe(false);
  });

  test('accepts another document', async () => {
    const { exitCode, stdout } = await compare('--spec', contract.file);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('compatible')]);
  });

  test.each([2, 3, 4] as const)('never quotes a credential of a pact of version %i', async (version) => {
    const headers = { Authorization: 'Basic c2VlZGVkOnNlY3JldA==', 'X-Shop': 'c2VlZGVkOnNlY3JldA==' };
    const pact = writePact({ request: 'POST /plants', headers, version });
    const reported = await compare('--pact', pact);
    expect(reported.exitCode).toBe(1);
    expect(reported.stdout).toContain('the header Authorization with the scheme Basic');
    expect(`${reported.stdout}${reported.stderr}`).not.toContain('c2VlZGVk');
    expect((await compare('--pact', pact, '--json')).stdout).not.toContain('c2VlZGVk');
  });

  test('quotes only the relevant part of a single-line pact', async () => {
    const pact = fileOf(JSON.stringify(JSON.parse(readFileSync(wrong(), 'utf8'))));
    const { stdout } = await compare('--pact', pact);
    expect(stdout).toContain(`also ${pact}:1\n  1 | "tag": 5\n`);
  });
});

/** The documentation of the gate, its reports, waivers and commands. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkCatalog } from '../../contracts/catalog/check-catalog.ts';
import { gateStageNames } from '../../contracts/gate/gate.ts';
import { reportTargetsIn } from '../../contracts/render/write-reports.ts';
import type { Report } from '../../contracts/report/report.ts';
import { readWaivers } from '../../contracts/waivers/read-waivers.ts';
import { runPlantStore, runWithoutToken, TOKEN } from '../cli/support.ts';
import { temporaryFolder, zooStore } from '../pact/support.ts';
import { blocksOf } from './parse-page.ts';
import { rowsOf } from './pictures/draw-svg.ts';

const gate = readFileSync('docs/how-to/run-the-gate.md', 'utf8');
const reports = readFileSync('docs/reference/reports.md', 'utf8');

test('the picture shows every stage, every report and the certificate', () => {
  expect(gate).toContain('](../pictures/gate.svg)');
  const rows = rowsOf(readFileSync('docs/pictures/gate.svg', 'utf8'));
  const first = rows.findIndex((row) => row.startsWith('passed          contract lint'));
  const stages = rows.slice(first, first + gateStageNames.length);
  expect(stages.map((row) => row.slice(16, 33).trim())).toEqual(gateStageNames);
  const names = reportTargetsIn('report').map(({ file }) => path.basename(file));
  // A row that is too long continues in the next one.
  expect(rows.join('')).toContain(`reports: report/ ${names.join(', ')}certificate: report/certificate.json`);
});

test('the page lists every report with its purpose', () => {
  const names = reportTargetsIn('').map(({ file }) => path.basename(file));
  expect(names.filter((name) => !reports.includes(name))).toEqual([]);
});

describe.each(['docs/how-to/waive-a-finding.md', 'docs/tutorials/accept-an-implementation.md'])(
  'the waivers file of %s',
  (page) => {
    const [yaml] = blocksOf(page, 'yaml');
    const file = path.join(temporaryFolder(), 'waivers.yaml');
    // Valid until next year.
    const expires = `expires: ${new Date().getFullYear() + 1}`;
    writeFileSync(file, (yaml?.text ?? '').replace(/expires: \d{4}/, expires));

    test('is valid, and waives a finding of a run', async () => {
      const [waiver] = await readWaivers(file, new Set(checkCatalog.map(({ id }) => id)));
      const url = await zooStore('lowers-name', TOKEN);
      const verify = ['verify', url, '--json', '--only', 'valid-bodies'];
      const { exitCode, stdout } = await runPlantStore(verify);
      expect(exitCode).toBe(1);
      expect((await runPlantStore([...verify, '--waivers', file])).exitCode).toBe(0);
      const report: Report = JSON.parse(stdout);
      expect(report.stages.flatMap(({ findings }) => findings.map(({ id }) => id))).toContain(waiver?.id);
    });
  },
);

describe('the table of commands', () => {
  const text = readFileSync('docs/reference/commands.md', 'utf8');
  const rows = [...text.matchAll(/^\| (`plant-store .*?) \| .* \|$/gm)].map(([, cell = '']) => cell);
  const named = rows.flatMap((row) => {
    const [first = '', ...others] = [...row.matchAll(/`(?:plant-store )?([^`]*)`/g)].map(([, code = '']) => code);
    const group = first.startsWith('pact ') ? 'pact ' : '';
    return [first, ...others.map((other) => `${group}${other}`)].map((code) => code.replace(/ [[A-Z].*$/, ''));
  });

  test('lists exactly the existing commands', async () => {
    const overview = async (...args: readonly string[]) => {
      const { stdout } = await runWithoutToken(...args);
      return [...stdout.matchAll(/^ {2}([a-z][a-z -]*?) {2,}/gm)].map(([, name = '']) => name);
    };
    const top = await overview('--help');
    const below = await overview('pact', '--help');
    const all = [...top.filter((name) => name !== 'pact'), ...below];
    expect(named.toSorted()).toEqual(all.toSorted());
  });
});

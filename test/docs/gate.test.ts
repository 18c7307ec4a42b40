/** What the README says of the gate, its reports, waivers and commands. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../contracts/catalogue.ts';
import { gateStageNames } from '../../contracts/gate.ts';
import type { Report } from '../../contracts/report/report.ts';
import { reportsIn } from '../../contracts/report/write.ts';
import { readWaivers } from '../../contracts/waivers/read.ts';
import { plantStore, TOKEN, withoutToken } from '../cli/support.ts';
import { temporaryFolder, zooStore } from '../pact/support.ts';

const text = readFileSync('README.md', 'utf8');
const [, gate = ''] = /^## Put it into CI\n(.*?)^## /ms.exec(text) ?? [];

test('the output that it shows names every stage, every report and the certificate', () => {
  const [, shown = ''] = /^```\n(passed {10}contract lint.*?)^```/ms.exec(text) ?? [];
  const lines = shown.split('\n');
  expect(lines.slice(0, gateStageNames.length).map((line) => line.slice(16, 33).trim())).toEqual(
    gateStageNames,
  );
  const names = reportsIn('report').map(({ file }) => path.basename(file));
  expect(shown).toContain(`\nreports: report/ ${names.join(', ')}\ncertificate: report/certificate.json\n`);
});

test('every report of a folder is named with what it is for', () => {
  const names = reportsIn('').map(({ file }) => path.basename(file));
  expect(names.filter((name) => !gate.includes(`\`${name}\``) && !gate.includes(name))).toEqual([]);
});

describe('the waivers file', () => {
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(gate) ?? [];
  const file = path.join(temporaryFolder(), 'waivers.yaml');
  writeFileSync(file, yaml.replaceAll(/^ {2}/gm, ''));

  test('is one, and its id is one that a run gives', async () => {
    const [waiver] = await readWaivers(file, new Set(catalogue.map(({ id }) => id)));
    const url = await zooStore('lowers-name', TOKEN);
    const { stdout } = await plantStore(['verify', url, '--json', '--only', 'valid-bodies']);
    const report: Report = JSON.parse(stdout);
    expect(report.stages.flatMap(({ findings }) => findings.map(({ id }) => id))).toContain(waiver?.id);
  });
});

describe('the table of commands', () => {
  const rows = [...text.matchAll(/^\| (`plant-store .*?) \| .* \|$/gm)].map(([, cell = '']) => cell);
  const named = rows.flatMap((row) => {
    const [first = '', ...others] = [...row.matchAll(/`(?:plant-store )?([^`]*)`/g)].map(
      ([, code = '']) => code,
    );
    const group = first.startsWith('pact ') ? 'pact ' : '';
    return [first, ...others.map((other) => `${group}${other}`)].map((code) =>
      code.replace(/ [[A-Z].*$/, ''),
    );
  });

  test('has every command that there is, and no other', async () => {
    const overview = async (...args: readonly string[]) => {
      const { stdout } = await withoutToken(...args);
      return [...stdout.matchAll(/^ {2}([a-z][a-z -]*?) {2,}/gm)].map(([, name = '']) => name);
    };
    const top = await overview('--help');
    const below = await overview('pact', '--help');
    const all = [...top.filter((name) => name !== 'pact'), ...below];
    expect(named.toSorted()).toEqual(all.toSorted());
  });
});

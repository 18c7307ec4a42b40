/** The reports of real runs, each kind of them, by the schemas of their formats. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../contracts/report/report.ts';
import { runPlantStore, TOKEN } from '../cli/support.ts';
import { changedPact, committedPact, fileOf, kitFolder, temporaryFolder, zooStore } from '../pact/support.ts';
import { junitSchemaErrors } from '../render/junit/xml-schema.ts';
import { parseRun, runIn } from '../render/sarif/parse-sarif.ts';
import { strictSchemaErrors } from './report-json-schema.ts';

/** Not the kit's own, whose consumer tests would be run. */
const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');
const wrongPact = changedPact([[['interactions', 0, 'request', 'body', 'content', 'name'], 5]]);

test.each<[what: string, exitCode: number, args: (url: string) => readonly string[]]>([
  ['verify', 1, (url) => ['verify', url, '--cases', '5']],
  ['pact verify', 1, (url) => ['pact', 'verify', url]],
  ['pact compare', 1, () => ['pact', 'compare', '--pact', wrongPact]],
  ['gate', 1, (url) => ['gate', url, '--spec', copy, '--pact', committedPact]],
])('%s writes valid reports', async (what, exitCode, args) => {
  const out = temporaryFolder();
  const url = await zooStore('lowers-name', TOKEN);
  const files = { json: 'report.json', junit: 'junit.xml', sarif: 'report.sarif' };
  const options = Object.entries(files).map(([format, file]) => `--report=${format}=${path.join(out, file)}`);
  const ended = await runPlantStore([...args(url), ...(what === 'gate' ? ['--out', out] : options)]);
  expect(ended.exitCode, ended.stderr).toBe(exitCode);
  const read = (file: string) => readFileSync(path.join(out, file), 'utf8');
  const report: Report = JSON.parse(read(files.json));
  expect(strictSchemaErrors(report)).toEqual([]);
  expect(await junitSchemaErrors(read(files.junit))).toEqual([]);
  expect(read(files.junit)).toContain('<failure ');
  const run = runIn(read(files.sarif));
  expect(run.results.filter(({ level }) => level === 'error')).not.toEqual([]);
  // Read back from the file it makes the same.
  expect(run).toEqual(parseRun(report));
});

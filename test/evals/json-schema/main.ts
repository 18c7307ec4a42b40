/**
 * `npm run json-schema -- FOLDER`: our validator on the official JSON-Schema-Test-Suite, of which FOLDER is a clone
 * (github.com/json-schema-org/JSON-Schema-Test-Suite, MIT). Prints what differs, and a figure for each part.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { differencesIn, readGroups, remoteFiles } from './suite.ts';

const [folder, requestSpec = 'draft2020-12'] = process.argv.slice(2);
if (folder === undefined) throw new Error('missing argument: the folder of a clone of JSON-Schema-Test-Suite');

const top = path.join(folder, 'tests', requestSpec);
const remotes = remoteFiles(path.join(folder, 'remotes', requestSpec), `http://localhost:1234/${requestSpec}/`);
const names = readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
const sums = new Map<string, readonly [agreed: number, all: number]>();
for (const name of names.toSorted()) {
  const groups = readGroups(readFileSync(path.join(top, name), 'utf8'));
  const differences = groups.flatMap((group) => differencesIn(group, remotes));
  for (const line of differences) process.stdout.write(`${name}: ${line}\n`);
  const part = path.dirname(name) === '.' ? 'required' : path.dirname(name);
  const tests = groups.reduce((sum, group) => sum + group.tests.length, 0);
  const [agreed, all] = sums.get(part) ?? [0, 0];
  sums.set(part, [agreed + tests - differences.length, all + tests]);
}
for (const [part, [agreed, all]] of sums) process.stdout.write(`${part}: ${agreed} of ${all}\n`);

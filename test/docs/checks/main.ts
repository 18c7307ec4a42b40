/**
 * `npm run check-pages -- --write` writes the pages of docs/checks, with names those of these checks; without `--write` it
 * checks that they are current.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkPages, folder, withPage } from './check-pages.ts';

const { positionals: checks, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const unknown = checks.filter((name) => !withPage.some(({ id }) => id === name));
if (unknown.length > 0) throw new Error(`There is no check ${unknown.join(', ')}: plant-store explain lists them`);
const pages = await checkPages(checks);
if (values.write) write();
else process.exitCode = isUpToDate() ? 0 : 1;

function write(): void {
  if (checks.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of pages) writeFileSync(path.join(folder, name), text);
  console.log(`${pages.size} pages in ${folder}`);
}

function isUpToDate(): boolean {
  const there = readdirSync(folder);
  const others = checks.length === 0 ? there.filter((name) => !pages.has(name)) : [];
  const wrong = [...pages].filter(
    ([name, text]) => !there.includes(name) || readFileSync(path.join(folder, name), 'utf8') !== text,
  );
  for (const name of [...others, ...wrong.map(([one]) => one)]) console.log(`outdated: ${folder}/${name}`);
  return others.length + wrong.length === 0;
}

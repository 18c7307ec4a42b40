/** `npm run check-pages -- --write` writes the pages of docs/checks; without `--write` it checks that they are current. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkPages, folder } from './check-pages.ts';

const pages = await checkPages();
if (process.argv.includes('--write')) write();
else process.exitCode = isUpToDate() ? 0 : 1;

function write(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of pages) writeFileSync(path.join(folder, name), text);
  console.log(`${pages.size} pages in ${folder}`);
}

function isUpToDate(): boolean {
  const there = readdirSync(folder);
  const others = there.filter((name) => !pages.has(name));
  const wrong = [...pages].filter(
    ([name, text]) => !there.includes(name) || readFileSync(path.join(folder, name), 'utf8') !== text,
  );
  for (const name of [...others, ...wrong.map(([one]) => one)]) console.log(`outdated: ${folder}/${name}`);
  return others.length + wrong.length === 0;
}

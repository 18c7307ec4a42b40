/**
 * `node test/evals/hostile/documents/run.ts [WORD...] [--write]`: every command on the documents whose name contains one of the words,
 * or on all; exits with 1 where one takes too long or breaks down. With `--write`, puts the table into docs/explanation/reliability.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeSection } from '../reliability-page.ts';
import { type CommandRun, commands } from './commands.ts';
import { documents, type HostileDocument } from './documents.ts';

const MAX_CPU_SECONDS = 5;

const writesPage = process.argv.includes('--write');
const words = process.argv.slice(2).filter((word) => word !== '--write');
const selected = documents.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const names = Object.keys(commands);
const rows: string[] = [];
let isWrong = false;

for (const document of selected) {
  const cells = await cellsOf(document);
  isWrong ||= cells.some((task) => task.startsWith('**'));
  rows.push(`| ${document.name.replaceAll('|', '\\|')} | ${cells.join(' | ')} |`);
  console.log(rows.at(-1));
}
if (writesPage) {
  const head = [`| document | ${names.join(' | ')} |`, `| --- |${names.map(() => ' --- |').join('')}`];
  writeSection('adversarial documents', [...head, ...rows].join('\n'));
}
process.exit(isWrong ? 1 : 0);

async function cellsOf(document: HostileDocument): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plant-store-documents-'));
  const files = { folder, document: path.join(folder, 'api.json'), next: path.join(folder, 'next.json') };
  writeFileSync(files.document, document.text());
  writeFileSync(path.join(folder, 'copy.json'), document.text());
  writeFileSync(files.next, document.changed());
  const cells: string[] = [];
  for (const command of Object.values(commands)) cells.push(cellText(await command(files)));
  rmSync(folder, { recursive: true, force: true });
  return cells;
}

function cellText({ cpu, exitCode, errorCode: rejected, output }: CommandRun): string {
  if (exitCode === undefined) return '**does not end**';
  if (/RangeError|TypeError|FATAL ERROR/.test(output)) return '**crashes**';
  const limit = [1, 2, MAX_CPU_SECONDS].find((most) => cpu < most);
  if (limit === undefined) return `**${Math.round(cpu)} s**`;
  return rejected === undefined ? `under ${limit} s` : `rejected: ${rejected}`;
}

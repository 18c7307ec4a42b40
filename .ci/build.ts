/**
 * `npm run build`: dist/, which is what is published. JavaScript by tsc, without comments; of the types those that the
 * imports of the package lead to, with their comments; and the data that modules look for beside themselves.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import manifest from '../package.json' with { type: 'json' };

const data = [
  'spec/plant-store.yaml',
  'contracts/pacts',
  'contracts/report/schema',
  'contracts/render/html/client',
  'mock/control/openapi.yaml',
  'mock/console/client',
];

/** What a module of declarations imports. */
const LOCAL = /\b(?:from |import |import\()['"](\.[^'"]+)['"]/g;

rmSync('dist', { recursive: true, force: true });
compile('--declaration', 'false', '--removeComments');
copyTypes();
for (const place of data) cpSync(place, path.join('dist', place), { recursive: true, filter: isData });

function compile(...options: readonly string[]): void {
  const tsc = 'node_modules/typescript/bin/tsc';
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...options], { stdio: 'inherit' });
}

/** What only those who work on the data need stays behind. */
function isData(file: string): boolean {
  return path.basename(file) !== 'tsconfig.json';
}

function copyTypes(): void {
  const all = mkdtempSync(path.join(os.tmpdir(), 'plant-store-types-'));
  try {
    compile('--emitDeclarationOnly', '--outDir', all);
    const doors = Object.values(manifest.exports).flatMap((door) => (typeof door === 'string' ? [] : door.types));
    for (const file of reached(
      doors.map((door) => path.relative('dist', door)),
      all,
    ))
      cpSync(path.join(all, file), path.join('dist', file));
  } finally {
    rmSync(all, { recursive: true });
  }
}

/** The files of declarations themselves, and those that they import. */
function reached(doors: readonly string[], folder: string): ReadonlySet<string> {
  const found = new Set(doors);
  for (const file of found)
    for (const [, target = ''] of readFileSync(path.join(folder, file), 'utf8').matchAll(LOCAL))
      found.add(path.join(path.dirname(file), target.replace(/\.ts$/, '.d.ts')));
  return found;
}

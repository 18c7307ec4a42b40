/**
 * `npm run build`: creates dist/, which is published: JavaScript by tsc, without comments; the types that the exports of
 * the package refer to, with their comments; the data files that modules read; and bundled engines. Then the modules are
 * joined.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { bundleEngines } from './engines/bundle.ts';
import { joinModules } from './join-modules.ts';
import { writeValidators } from './openapi-validators.ts';

const data = [
  'spec/plant-store.yaml',
  'spec/loading/compiled',
  'cli/demo/shop.yaml',
  'contracts/pacts',
  'contracts/configuration/schema',
  'contracts/report/schema',
  'contracts/render/html/client',
  'mock/control/openapi.yaml',
  'mock/console/client',
];

/** The imports of a declaration file. */
const LOCAL = /\b(?:from |import |import\()['"](\.[^'"]+)['"]/g;

rmSync('dist', { recursive: true, force: true });
writeValidators();
compile('--declaration', 'false', '--removeComments');
copyTypes();
for (const place of data) cpSync(place, path.join('dist', place), { recursive: true, filter: isData });
await bundleEngines();
await joinModules();

function compile(...options: readonly string[]): void {
  const tsc = 'node_modules/typescript/bin/tsc';
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...options], { stdio: 'inherit' });
}

/** Excludes files that only developers need. */
function isData(file: string): boolean {
  return path.basename(file) !== 'tsconfig.json' && !file.endsWith('.d.ts');
}

function copyTypes(): void {
  const all = mkdtempSync(path.join(os.tmpdir(), 'plant-store-types-'));
  try {
    compile('--emitDeclarationOnly', '--outDir', all);
    const entryPoints = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [] : entry.types,
    );
    for (const file of withImports(
      entryPoints.map((entry) => path.relative('dist', entry)),
      all,
    ))
      cpSync(path.join(all, file), path.join('dist', file));
  } finally {
    rmSync(all, { recursive: true });
  }
}

/** The declaration files, and those that they import. */
function withImports(entryPoints: readonly string[], folder: string): ReadonlySet<string> {
  const found = new Set(entryPoints);
  for (const file of found)
    for (const [, target = ''] of readFileSync(path.join(folder, file), 'utf8').matchAll(LOCAL))
      found.add(path.join(path.dirname(file), target.replace(/\.ts$/, '.d.ts')));
  return found;
}

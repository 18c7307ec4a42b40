/**
 * `node .ci/release/sbom.ts TARBALL`: installs the packed package into an empty project and prints its bill of materials.
 * A bill of the checkout would lack what its development dependencies share with the package.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { completeSbom } from './complete-sbom.ts';

const [tarball] = process.argv.slice(2);
if (tarball === undefined) throw new Error('expected the packed package');

const folder = mkdtempSync(path.join(os.tmpdir(), 'plant-store-sbom-'));
try {
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "project", "version": "1.0.0", "private": true }');
  npm('install', '--ignore-scripts', path.resolve(tarball));
  const licences = readFileSync(path.join(folder, 'node_modules', manifest.name, 'dist/LICENSES.txt'), 'utf8');
  const sbom = completeSbom(JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx')), manifest.name, licences);
  process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function npm(...args: readonly string[]): string {
  return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 });
}

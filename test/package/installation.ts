/** The package as a user gets it: packed, and installed by npm into an empty project. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { isBuilt } from './is-built.ts';
import { startLocalRegistry } from './local-registry.ts';

const execute = promisify(execFile);
export const kitFolder = path.resolve(import.meta.dirname, '../..');

export interface Installation {
  /** The project. */
  readonly folder: string;
  /** What npm says of the tarball. */
  readonly packed: Packed;
  /** What npm printed. */
  readonly output: string;
}

export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** The folder above the project is the caller's to remove. */
export async function installPackage(): Promise<Installation> {
  const top = await mkdtemp(path.join(os.tmpdir(), 'plant-store-'));
  // Built beforehand, since `npm pack` alone does not say why a build fails.
  if (!isBuilt(kitFolder)) await execute('npm', ['run', 'build'], { cwd: kitFolder });
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', top];
  const { stdout } = await execute('npm', pack, { cwd: kitFolder });
  const [packed]: readonly Packed[] = JSON.parse(stdout);
  if (packed === undefined) throw new Error('npm pack has packed nothing');
  const folder = path.join(top, 'project');
  await mkdir(folder);
  const dependencies = { 'plant-store': `file:../${packed.filename}` };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'users-project', dependencies }));
  return { folder, packed, output: await install(folder) };
}

/** As anybody does, with install scripts; but for the registry, and without settings of this machine. */
async function install(folder: string): Promise<string> {
  const registry = await startLocalRegistry(kitFolder);
  const args = ['install', '--registry', registry.url, '--no-audit', '--no-fund', '--no-update-notifier'];
  try {
    const { stdout, stderr } = await execute('npm', args, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: path.dirname(folder) },
    });
    return stdout + stderr;
  } finally {
    registry.close();
  }
}

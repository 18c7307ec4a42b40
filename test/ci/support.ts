/** A CI machine without a network: a workspace, and stubs for npm and git. */
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandEnvironment } from '../cli/support.ts';
import { kitFolder, temporaryFolder } from '../pact/support.ts';

/** The checked contract; for the kit's own contract, the consumer tests would run first. */
export const PLANT_STORE_SPEC = 'openapi.yaml';

/** A folder that contains only the contract. */
export function createWorkspace(): string {
  const folder = temporaryFolder();
  copyFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), path.join(folder, PLANT_STORE_SPEC));
  return folder;
}

/** Programs by name, as shell scripts that come before all others. */
export function withPrograms(programs: Readonly<Record<string, string>>, token: string | undefined): NodeJS.ProcessEnv {
  const folder = temporaryFolder();
  for (const [name, script] of Object.entries(programs)) {
    const file = path.join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
  const { PATH = '', ...own } = withoutGit(commandEnvironment(token));
  return { ...own, PATH: [folder, path.dirname(process.execPath), PATH].join(path.delimiter) };
}

/** In a hook, git has variables of its repository, which would apply to every git command. */
export function withoutGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
}

/** npm where the kit is installed: an installation would be a second one. */
export const installed = 'test "$1" = ls';

/** A kit whose gate is this JavaScript; returns the folder of its action. */
export function kitWith(gate: string): string {
  const kit = temporaryFolder();
  const action = path.join(kit, '.github/actions/contract-gate');
  mkdirSync(action, { recursive: true });
  mkdirSync(path.join(kit, 'cli'));
  writeFileSync(path.join(kit, 'cli/plant-store.cjs'), gate);
  return action;
}

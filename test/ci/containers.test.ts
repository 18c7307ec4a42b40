/** The parts of .ci/containers that can be tested without docker. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../docs/parse-page.ts';
import { temporaryFolder } from '../pact/support.ts';

const kit = path.resolve(import.meta.dirname, '../..');

describe('docs/how-to/run-in-containers.md', () => {
  const commands = blocksOf('docs/how-to/run-in-containers.md', 'sh').flatMap(({ text }) => text.trim().split('\n'));

  it('has only commands that .ci/containers runs, except for the broker', () => {
    const script = ['containers', 'docker/image.sh', 'docker/compose.sh']
      .map((part) => readFileSync(path.join(kit, '.ci', part), 'utf8'))
      .join();
    const isRun = (line: string) => /(?:documented|in_docs) '$/.test(script.split(`${line}'`)[0] ?? '');
    expect(commands).toHaveLength(14);
    expect(commands.filter((line) => !isRun(line))).toEqual(['docker compose --profile broker up broker']);
  });
});

describe('.ci/containers', () => {
  it('reports that containers are skipped if docker neither runs nor can be started', () => {
    const { status, stdout } = runWith({ docker: 'exit 1', id: 'echo 1000' });
    expect([status, stdout]).toEqual([
      0,
      'skipped: containers are not tested, because no docker runs here, and only root on Debian can start one\n',
    ]);
  });

  it('fails if docker runs and the image cannot be built', () => {
    const docker = 'case $1 in info|image) exit 0 ;; build) echo "no space left"; exit 1 ;; *) exit 1 ;; esac';
    const { status, stdout } = runWith({ docker });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^failed {2}the image builds\n {8}no space left$/m);
    expect(stdout).toMatch(/^containers: 1 failed, in \d+ s$/m);
  });
});

/** Stubs for programs of the machine. */
function runWith(programs: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(programs))
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  return spawnSync(path.join(kit, '.ci/containers'), { encoding: 'utf8', env, timeout: 300_000 });
}

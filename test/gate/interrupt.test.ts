import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { cliMain, commandEnvironment, TOKEN } from '../cli/support.ts';
import { committedPact, fileOf, kitFolder, startHttpServer, temporaryFolder } from '../pact/support.ts';

/** A copy of the contract is not the kit's own, for which the consumer tests would run first. */
const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');
const quick = ['--spec', copy, '--pact', committedPact];

/** Only Linux lists child processes without another program. */
const linuxTest = test.runIf(process.platform === 'linux');

linuxTest.each(['SIGINT', 'SIGTERM'] as const)('%s during the provider check ends the verifier too', async (signal) => {
  const url = await startHttpServer(() => undefined);
  const gate = start(['gate', url, '--out', temporaryFolder(), ...quick]);
  expect(await interrupted(gate, 'verifier', signal)).toEqual({
    ...{ children: 1, code: 128 + numberOf(signal) },
    last: `ended by ${signal} before the result`,
  });
});

linuxTest('SIGINT during the consumer tests ends them too', async () => {
  const gate = start(['gate', '--out', temporaryFolder()]);
  expect(await interrupted(gate, 'vitest', 'SIGINT')).toMatchObject({ children: 1, code: 130 });
});

function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [cliMain, ...args], {
    cwd: kitFolder,
    env: commandEnvironment(TOKEN),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Sends the signal as soon as there is a child whose command line contains the word. */
async function interrupted(gate: ChildProcess, word: string, signal: NodeJS.Signals) {
  const ended = once(gate, 'exit');
  const reported = gate.stderr?.setEncoding('utf8').toArray() ?? [];
  const children = await childrenWith(gate, word);
  onTestFinished(() => {
    for (const child of children.filter(isAlive)) process.kill(child, 'SIGKILL');
  });
  // Stopped processes cannot end by themselves: one that no longer exists was ended.
  for (const child of children) process.kill(child, 'SIGSTOP');
  gate.kill(signal);
  const [code, by] = await ended;
  const last = (await reported).join('').trimEnd().split('\n').at(-1);
  await expect.poll(() => children.filter(isAlive)).toEqual([]);
  return { children: children.length, code: code ?? by, last };
}

async function childrenWith({ pid }: ChildProcess, word: string): Promise<readonly number[]> {
  for (;;) {
    const found = childrenOf(pid ?? 0).filter((child) => commandLine(child).includes(word));
    if (found.length > 0) return found;
    await setTimeout(10);
  }
}

function childrenOf(pid: number): readonly number[] {
  return (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
}

function commandLine(pid: number): string {
  return read(`/proc/${pid}/cmdline`) ?? '';
}

/** A zombie, of which only the entry is left, is not. */
function isAlive(pid: number): boolean {
  const state = /^State:\s+(\S)/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return state !== undefined && state !== 'Z';
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function numberOf(signal: 'SIGINT' | 'SIGTERM'): number {
  return { SIGINT: 2, SIGTERM: 15 }[signal];
}

import { expect, it } from 'vitest';
import { runForOutput, startServer, stopChild } from '../../evals/bench/measuring/child-process.ts';

const line = /listening on (\S+) with (\S+)\n/;

it('a program that succeeds returns its whole output', async () => {
  const text = "process.stdout.write('one '); setTimeout(() => process.stdout.write('two'), 20);";
  expect(await runForOutput({ args: ['-e', text] })).toBe('one two');
});

it('a program that fails is reported with its exit code', async () => {
  await expect(runForOutput({ args: ['-e', 'process.exit(3)'] })).rejects.toThrow('exit code 3');
});

it('a server is ready when its line is complete, and runs until it is stopped', async () => {
  const text = `
    process.stdout.write('listening on http://here');
    setTimeout(() => process.stdout.write(' with token\\n and so on'), 20);
    setInterval(() => undefined, 1_000);`;
  const { child, pid, matches } = await startServer({ args: ['-e', text], line });
  expect(matches).toEqual(['http://here', 'token']);
  expect(pid).toBe(child.pid);
  expect(child.exitCode).toBeNull();
  await stopChild(child);
  expect(child.signalCode).toBe('SIGTERM');
});

it('a server that ends early is reported with its output', async () => {
  const text = "process.stdout.write('no port')";
  await expect(startServer({ args: ['-e', text], line })).rejects.toThrow('ended before it listened: no port');
});

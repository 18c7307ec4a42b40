/** How log lines are written to standard error: several in one write, all of them, complete and in order. */
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bufferLogLine, writeLine } from '../../cli/actions/mock/foreground-process.ts';
import { kitFolder } from '../pact/support.ts';
import type { CommandResult } from './run-in-thread.ts';
import { commandEnvironment, run } from './support.ts';

afterEach(() => void vi.restoreAllMocks());

/** Captures what is written to standard error from now on. */
function written(): string[] {
  const texts: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    texts.push(String(text));
    return true;
  });
  return texts;
}

describe('lines of one turn of the event loop', () => {
  it('are written at its end, in one write', async () => {
    const texts = written();
    for (const line of ['one', 'two', 'three']) bufferLogLine(line);
    expect(texts).toEqual([]);
    await turn();
    expect(texts).toEqual(['one\ntwo\nthree\n']);
    bufferLogLine('four');
    await turn();
    expect(texts).toEqual(['one\ntwo\nthree\n', 'four\n']);
  });

  it('are written before a line that is written immediately', async () => {
    const texts = written();
    bufferLogLine('one');
    writeLine('two');
    expect(texts).toEqual(['one\n', 'two\n']);
    await turn();
    expect(texts).toEqual(['one\n', 'two\n']);
  });

  it('are never split when several processes write to one pipe', async () => {
    const texts = written();
    const lines = Array.from({ length: 500 }, (_none, index) => `${index} ${'€'.repeat(index % 300)}`);
    for (const line of lines) bufferLogLine(line);
    await turn();
    expect(texts.join('')).toBe(lines.map((line) => `${line}\n`).join(''));
    expect(texts.every((text) => text.endsWith('\n') && Buffer.byteLength(text) <= 4_096)).toBe(true);
  });
});

describe('buffered lines', () => {
  const output = path.join(kitFolder, 'cli/actions/mock/foreground-process.ts');
  const running = (code: string): Promise<CommandResult> => {
    const script = `import { bufferLogLine } from ${JSON.stringify(output)}; bufferLogLine('a line'); ${code}`;
    return run(process.execPath, ['--input-type=module', '--eval', script], commandEnvironment(undefined));
  };

  it('are not lost when the process exits', async () => {
    expect(await running('process.exit(3);')).toEqual({ exitCode: 3, stdout: '', stderr: 'a line\n' });
  });

  it.each(["throw new Error('over')", "Promise.reject(new Error('over'))"])(
    'are before the reason of a crash (%s)',
    async (crash) => {
      const reported = "process.on('uncaughtException', () => { process.stderr.write('why\\n'); process.exit(2); });";
      expect(await running(`${reported} ${crash};`)).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: 'a line\nwhy\n',
      });
    },
  );
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { reportTargetsIn } from '../../../contracts/render/write-reports.ts';
import { removeOutputFile, writeFileAtomically, writeFileAtomicallySync } from '../../../spec/files/atomic-write.ts';
import { kitErrorOf, temporaryFolder } from '../../pact/support.ts';

const ways = [
  ['asynchronously', writeFileAtomically],
  ['synchronously', async (file: string, text: string) => writeFileAtomicallySync(file, text)],
] as const;

describe.each(ways)('a file that is written %s', (_when, write) => {
  test('replaces the existing file, and leaves no other file', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'report.json');
    writeFileSync(file, 'before');
    await write(file, 'after');
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['after', ['report.json']]);
  });

  test.each([0o600, 0o664])('keeps the permissions of the existing file (%o)', async (mode) => {
    const file = path.join(temporaryFolder(), 'report.json');
    writeFileSync(file, 'before');
    chmodSync(file, mode);
    await write(file, 'after');
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['after', mode]);
  });

  test('keeps them if the existing file was emptied before', async () => {
    const file = path.join(temporaryFolder(), 'report.json');
    writeFileSync(file, 'before');
    chmodSync(file, 0o600);
    removeOutputFile(file);
    expect(existsSync(file)).toBe(false);
    await write(file, 'after');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('does not replace a folder', async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'report.json', 'kept'), { recursive: true });
    const error = await kitErrorOf(write(path.join(folder, 'report.json'), 'x'));
    expect([error.code, error.detail]).toEqual(['file-unwritable', expect.stringContaining('it is a folder')]);
    expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(['report.json', 'report.json/kept']);
  });

  test.each([['to a file'], ['to nothing']])('is not written through a link %s', async (where) => {
    const folder = temporaryFolder();
    const [target, link] = [path.join(folder, 'precious'), path.join(folder, 'report.json')];
    if (where === 'to a file') writeFileSync(target, 'precious');
    symlinkSync(target, link);
    const error = await kitErrorOf(write(link, 'x'));
    expect([error.code, error.detail]).toEqual(['file-unwritable', expect.stringContaining('it is a symbolic link')]);
    expect(readlinkSync(link)).toBe(target);
    expect(existsSync(target) ? readFileSync(target, 'utf8') : 'nothing').toBe(
      where === 'to a file' ? 'precious' : 'nothing',
    );
  });

  test('follows a link to a device', async () => {
    const link = path.join(temporaryFolder(), 'report.json');
    symlinkSync('/dev/null', link);
    await write(link, 'x');
    expect(readlinkSync(link)).toBe('/dev/null');
  });

  test('fails with the file name if the disk is full', async () => {
    const error = await kitErrorOf(write('/dev/full', 'x'.repeat(100_000)));
    expect([error.code, error.detail]).toEqual(['file-unwritable', expect.stringMatching(/^\/dev\/full: ENOSPC/)]);
  });
});

test('keeps the existing file if the new one cannot be written completely', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'report.json');
  writeFileSync(file, 'before');
  function* full() {
    yield 'a'.repeat(100_000);
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }
  const error = await kitErrorOf(writeFileAtomically(file, full()));
  expect([error.code, error.detail]).toEqual(['file-unwritable', expect.stringContaining('ENOSPC')]);
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['before', ['report.json']]);
});

test('fails with the file name for a read-only folder', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o500);
  const place = process.getuid?.() === 0 ? '/proc/1' : folder;
  const error = await kitErrorOf(writeFileAtomically(path.join(place, 'report.json'), 'x'));
  expect([error.code, error.detail]).toEqual(['file-unwritable', expect.stringContaining(`${place}/report.json: E`)]);
});

test('deletes temporary files of runs killed ten minutes ago, and no other files', async () => {
  const folder = temporaryFolder();
  const of = (name: string, mark = '0123456789abcdef') => `.${name}.${mark}.plant-store.tmp`;
  const kept = [
    of('report.json', 'fedcba9876543210'),
    of('junit.xml'),
    of('report'),
    of('report.json.gz'),
    of('report.json', 'mine'),
    '.report.json.swp',
    'report.json.tmp',
  ];
  for (const name of [...kept, of('report.json')]) writeFileSync(path.join(folder, name), '');
  for (const name of [...kept.slice(1), of('report.json')]) leftLongAgo(path.join(folder, name));
  await writeFileAtomically(path.join(folder, 'report.json'), 'x');
  expect(readdirSync(folder).toSorted()).toEqual([...kept, 'report.json'].toSorted());
});

test('uses separate temporary files for names of 250 bytes that differ only at the end', async () => {
  const folder = temporaryFolder();
  const [one, other] = ['a', 'b'].map((end) => path.join(folder, `${'n'.repeat(249)}${end}`));
  function* sweptMeanwhile() {
    yield 'on';
    for (const name of readdirSync(folder)) leftLongAgo(path.join(folder, name));
    writeFileAtomicallySync(other ?? '', 'other');
    yield 'e';
  }
  await writeFileAtomically(one ?? '', sweptMeanwhile());
  expect(readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual(
    expect.arrayContaining(['one', 'other']),
  );
});

test('writes a complete file from several threads of one process', async () => {
  const file = path.join(temporaryFolder(), 'report.json');
  const threads = ['a', 'b', 'c'].map((letter) => new Worker(thread, { workerData: { file, letter } }));
  await Promise.all(threads.map((one) => once(one, 'exit')));
  expect(readFileSync(file, 'utf8')).toMatch(/^(?:a{200000}|b{200000}|c{200000})$/);
  expect(readdirSync(path.dirname(file))).toEqual(['report.json']);
});

const thread = new URL('../../fixtures/files/write-in-thread.ts', import.meta.url);

function leftLongAgo(file: string): void {
  const then = new Date(Date.now() - 11 * 60_000);
  utimesSync(file, then, then);
}

const writer = fileURLToPath(new URL('../../fixtures/files/write-reports.ts', import.meta.url));

test('leaves complete reports or none if a run is killed, and a run ten minutes later cleans up', async () => {
  const moments = [...Array(6).keys()].map((n) => () => setTimeout(n * 150));
  const left = await Promise.all([...moments, seen('report.json'), seen('report.html')].map(killedAfter));
  for (const { files } of left)
    for (const [name, text] of files) expect(isWhole(name, text), `${name}: ${text.slice(-80)}`).toBe(true);
  // Otherwise no write was in progress at any kill, and the test proves nothing.
  expect(left.flatMap(({ drafts: temporaryFiles }) => temporaryFiles)).not.toEqual([]);
  for (const { folder } of left) {
    for (const name of readdirSync(folder)) leftLongAgo(path.join(folder, name));
    for (const name of names) await writeFileAtomically(path.join(folder, name), '');
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
  }
});

const names = reportTargetsIn('').flatMap(({ format, file }) => (format === 'issues' ? [] : [file]));

/** Resolves while a file is being written, with the child paused. */
function seen(name: string) {
  return async (folder: string, child: ChildProcess): Promise<void> => {
    const isWritten = () => readdirSync(folder).some((one) => one.startsWith(`.${name}.`));
    for (;;) {
      while (!isWritten()) await setTimeout(1);
      child.kill('SIGSTOP');
      // On a busy machine it may have continued between the check and the signal.
      await setTimeout(50);
      if (isWritten()) return;
      child.kill('SIGCONT');
    }
  };
}

async function killedAfter(moment: (folder: string, child: ChildProcess) => Promise<void>) {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  await moment(folder, child);
  child.kill('SIGKILL');
  await ended;
  const found = readdirSync(folder);
  const files = names
    .filter((name) => found.includes(name))
    .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const);
  return { folder, files, drafts: found.filter((name) => name.endsWith('.plant-store.tmp')) };
}

function isWhole(name: string, text: string): boolean {
  if (/json$|sarif$|har$/.test(name)) return isJson(text);
  if (name.endsWith('.xml')) return XMLValidator.validate(text) === true;
  return name.endsWith('.html') ? text.trimEnd().endsWith('</html>') : text.endsWith('\n');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { reportsIn } from '../../contracts/report/write.ts';
import { writeWhole, writeWholeSync } from '../../spec/whole-file.ts';
import { kitErrorOf, temporaryFolder } from '../pact/support.ts';

const ways = [
  ['in time', writeWhole],
  ['at once', async (file: string, text: string) => writeWholeSync(file, text)],
] as const;

describe.each(ways)('a file that is written %s', (_when, write) => {
  test('takes the place of the one before, and nothing else is left', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'report.json');
    writeFileSync(file, 'before');
    await write(file, 'after');
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['after', ['report.json']]);
  });

  test('is not written where a folder stands, and the folder stays', async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'report.json', 'kept'), { recursive: true });
    const error = await kitErrorOf(write(path.join(folder, 'report.json'), 'x'));
    expect([error.code, error.detail]).toEqual([
      'file-unwritable',
      expect.stringContaining('it is a folder'),
    ]);
    expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(['report.json', 'report.json/kept']);
  });

  test.each([['to a file'], ['to nothing']])('is not written through a link %s', async (where) => {
    const folder = temporaryFolder();
    const [target, link] = [path.join(folder, 'precious'), path.join(folder, 'report.json')];
    if (where === 'to a file') writeFileSync(target, 'precious');
    symlinkSync(target, link);
    const error = await kitErrorOf(write(link, 'x'));
    expect([error.code, error.detail]).toEqual(['file-unwritable', expect.stringContaining('it is a link')]);
    expect(readlinkSync(link)).toBe(target);
    expect(existsSync(target) ? readFileSync(target, 'utf8') : 'nothing').toBe(
      where === 'to a file' ? 'precious' : 'nothing',
    );
  });

  test('goes through a link to a device', async () => {
    const link = path.join(temporaryFolder(), 'report.json');
    symlinkSync('/dev/null', link);
    await write(link, 'x');
    expect(readlinkSync(link)).toBe('/dev/null');
  });

  test('is an error by name where the disk is full', async () => {
    const error = await kitErrorOf(write('/dev/full', 'x'.repeat(100_000)));
    expect([error.code, error.detail]).toEqual([
      'file-unwritable',
      expect.stringMatching(/^\/dev\/full: ENOSPC/),
    ]);
  });
});

test('what stood there stays where the new one cannot be written to its end', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'report.json');
  writeFileSync(file, 'before');
  function* full() {
    yield 'a'.repeat(100_000);
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }
  const error = await kitErrorOf(writeWhole(file, full()));
  expect([error.code, error.detail]).toEqual(['file-unwritable', expect.stringContaining('ENOSPC')]);
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['before', ['report.json']]);
});

test('a folder that may not be written to is an error by name', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o500);
  const place = process.getuid?.() === 0 ? '/proc/1' : folder;
  const error = await kitErrorOf(writeWhole(path.join(place, 'report.json'), 'x'));
  expect([error.code, error.detail]).toEqual([
    'file-unwritable',
    expect.stringContaining(`${place}/report.json: E`),
  ]);
});

test('what killed processes left beside it is swept, and nothing of others', async () => {
  const folder = temporaryFolder();
  const of = (name: string, pid: number) => `.${name}.${pid}-1.plant-store.tmp`;
  const gone = await deadProcess();
  const kept = [
    of('report.json', process.ppid),
    of('junit.xml', gone),
    '.report.json.swp',
    'report.json.tmp',
  ];
  for (const name of [...kept, of('report.json', gone)]) writeFileSync(path.join(folder, name), '');
  await writeWhole(path.join(folder, 'report.json'), 'x');
  expect(readdirSync(folder).toSorted()).toEqual([...kept, 'report.json'].toSorted());
});

const writer = fileURLToPath(new URL('../fixtures/files/write-reports.ts', import.meta.url));

test('runs that are killed at any moment leave reports that are whole, or none, and the next run leaves nothing else', async () => {
  const moments = [...Array(6).keys()].map((n) => () => setTimeout(n * 150));
  const left = await Promise.all([...moments, seen('report.json'), seen('report.html')].map(killedAfter));
  for (const { files } of left)
    for (const [name, text] of files) expect(isWhole(name, text), `${name}: ${text.slice(-80)}`).toBe(true);
  // Else the kills came when nothing was under way, and the test says nothing.
  expect(left.flatMap(({ drafts }) => drafts)).not.toEqual([]);
  for (const { folder } of left) {
    for (const { file } of reportsIn(folder)) await writeWhole(file, '');
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
  }
}, 60_000);

const names = reportsIn('').map(({ file }) => file);

/** Resolves while a file is being written. */
function seen(name: string) {
  return async (folder: string): Promise<void> => {
    while (!readdirSync(folder).some((one) => one.startsWith(`.${name}.`))) await setTimeout(1);
  };
}

async function killedAfter(moment: (folder: string) => Promise<void>) {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  await moment(folder);
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

async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'close');
  return child.pid ?? 0;
}

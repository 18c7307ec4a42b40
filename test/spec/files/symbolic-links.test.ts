import { lchownSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { rejectSymbolicLinks, symbolicLinkTarget } from '../../../spec/files/symbolic-links.ts';
import { kitErrorOf, temporaryFolder } from '../../pact/support.ts';

/** A work tree with a folder in it, and another place on the machine. */
function place() {
  const at = temporaryFolder();
  const [tree, other] = [path.join(at, 'tree'), path.join(at, 'other')];
  for (const folder of [path.join(tree, '.git'), path.join(tree, 'sub'), path.join(other, 'deep')])
    mkdirSync(folder, { recursive: true });
  return { at, tree, other };
}

const errorOf = (folder: string, from: string) => kitErrorOf(Promise.try(() => rejectSymbolicLinks(folder, from)));

describe('rejects a link of the work tree', () => {
  test.each([
    ['the folder itself', 'report', 'report'],
    ['with a slash', 'report/', 'report'],
    ['a folder below it', 'report/deep', 'report'],
    ['one that does not exist yet', 'report/new/newer', 'report'],
    ['above the folder that the run is in', '../report', 'report'],
    ['before ..', 'report/../sub', 'report'],
  ])('%s', async (_what, folder, link) => {
    const { tree, other } = place();
    symlinkSync(other, path.join(tree, link));
    symlinkSync(other, path.join(tree, 'sub/report'));
    const from = folder.startsWith('..') ? path.join(tree, 'sub') : tree;
    const { code, detail } = await errorOf(folder, from);
    expect([code, detail]).toEqual(['file-unwritable', expect.stringContaining(`is a symbolic link to ${other}`)]);
  });

  test('by an absolute path, and by a path through another link into the tree', async () => {
    const { at, tree, other } = place();
    symlinkSync(other, path.join(tree, 'report'));
    symlinkSync(tree, path.join(at, 'alias'));
    for (const name of [path.join(tree, 'report'), path.join(at, 'alias/report')])
      expect((await errorOf(name, tree)).detail).toContain(path.join(tree, 'report'));
  });

  test('with a target that does not exist', async () => {
    const { tree } = place();
    symlinkSync('nowhere', path.join(tree, 'report'));
    expect((await errorOf('report', tree)).code).toBe('file-unwritable');
  });

  test('of the current folder without a repository', async () => {
    const { other } = place();
    symlinkSync('deep', path.join(other, 'report'));
    expect((await errorOf('report', other)).code).toBe('file-unwritable');
  });
});

describe('elsewhere', () => {
  test('follows links of the user', () => {
    const { at, tree, other } = place();
    symlinkSync(other, path.join(at, 'own'));
    expect(() => rejectSymbolicLinks(path.join(at, 'own/deep'), tree)).not.toThrow();
    expect(() => rejectSymbolicLinks('../own/new', tree)).not.toThrow();
  });

  test.runIf(process.getuid?.() === 0)('rejects links of other users, as in a shared folder', async () => {
    const { at, tree, other } = place();
    symlinkSync(other, path.join(at, 'planted'));
    lchownSync(path.join(at, 'planted'), 12_345, 12_345);
    expect((await errorOf(path.join(at, 'planted/deep'), tree)).detail).toContain('planted is a symbolic link');
  });

  test.each(['sub', 'sub/', 'new/newer', '.', '..', '/dev/fd/1', '/'])('%s is not a link', (folder) => {
    expect(() => rejectSymbolicLinks(folder, place().tree)).not.toThrow();
  });
});

test('recognizes a link with a trailing slash', () => {
  const { tree, other } = place();
  const link = path.join(tree, 'report');
  symlinkSync(other, link);
  expect([symbolicLinkTarget(link), symbolicLinkTarget(`${link}/`), symbolicLinkTarget(tree)]).toEqual([
    other,
    other,
    undefined,
  ]);
});

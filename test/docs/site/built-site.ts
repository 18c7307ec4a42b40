/** The site as `npm run docs:build` makes it, in a temporary folder, and the links of its pages. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { fileOf } from './serve-folder.ts';

const execute = promisify(execFile);
const kit = path.resolve(import.meta.dirname, '../../..');

export async function buildSite(folder: string): Promise<void> {
  const vitepress = path.join(kit, 'node_modules/vitepress/bin/vitepress.js');
  // Vitest sets NODE_ENV=test, with which Vue would not be built for production.
  const env = { ...process.env, NODE_ENV: 'production' };
  await execute(process.execPath, [vitepress, 'build', '.ci/site', '--outDir', folder], { cwd: kit, env });
}

/** By name, relative to the folder. */
export function readPages(folder: string): ReadonlyMap<string, string> {
  const names = globSync('**/*.html', { cwd: folder }).toSorted();
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

/** Links to files that do not exist, and to anchors that their page does not have. */
export function deadLinks(folder: string, pages: ReadonlyMap<string, string>): readonly string[] {
  const ids = new Map(
    [...pages].map(([name, html]) => [name, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))]),
  );
  return [...pages].flatMap(([name, html]) =>
    linksIn(html).flatMap((link) => {
      const { pathname, hash } = new URL(link, `http://localhost/${name}`);
      const file = fileOf(folder, pathname);
      if (file === undefined) return [`${name}: ${link}`];
      const anchor = decodeURIComponent(hash.slice(1));
      const target = ids.get(path.relative(folder, file).replaceAll(path.sep, '/'));
      return anchor === '' || target?.has(anchor) === true ? [] : [`${name}: ${link}`];
    }),
  );
}

/** What a browser loads by itself for a page: none of it may come from another host. */
export function loadedFrom(html: string): readonly string[] {
  return [...html.matchAll(/<(?:script|img|link|iframe|source)\b[^>]*? (?:src|href)="([^"]+)"/g)].map(
    ([, address = '']) => address,
  );
}

function linksIn(html: string): readonly string[] {
  return [...html.matchAll(/ (?:href|src)="([^"]+)"/g)]
    .map(([, link = '']) => link.replaceAll('&amp;', '&'))
    .filter((link) => !/^[a-z]+:/.test(link));
}

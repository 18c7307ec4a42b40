/**
 * `node test/package/dependencies/render-page.ts [--write]`: the tables of docs/reference/dependencies.md, from package.json, the lockfile
 * and the installed packages.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { tableText } from '../../docs/table.ts';
import { installed, type LockedPackage, packageName } from '../lockfile.ts';
import { licenceOf } from './licences.ts';
import { reasons } from './reasons.ts';

const kit = path.resolve(import.meta.dirname, '../../..');
const page = path.join(kit, 'docs/reference/dependencies.md');
const marked = /(<!-- made by test\/package\/dependencies\/render-page\.ts -->\n)(.*?)(<!-- end -->)/s;

/** The text of the page between the marks. */
export function renderDependenciesPage(): string | undefined {
  return marked.exec(readFileSync(page, 'utf8'))?.[2];
}

/** The expected text. */
export function dependencyTables(): string {
  return `\n${dependencyTable()}\n\nThese ${besideTheKit.length} packages are installed with the kit:\n\n${licenceTable()}\n\n`;
}

function dependencyTable(): string {
  const rows = Object.keys(manifest.dependencies).map((name) => {
    const below = closureOf(`node_modules/${name}`);
    const version = installed[`node_modules/${name}`]?.version ?? '';
    const size = below.reduce((sum, place) => sum + bytesIn(place), 0);
    return [
      `\`${name}\``,
      version,
      licenceOf(`node_modules/${name}`),
      (size / 1e6).toFixed(1),
      String(below.length - 1),
      reasons[name] ?? '',
    ];
  });
  return tableText(['package', 'version', 'licence', 'MB in total', 'dependencies', 'purpose'], rows);
}

/** The package and all its dependencies, without binaries of one platform, by place. */
function closureOf(start: string): readonly string[] {
  const found = new Set([start]);
  for (const place of found) {
    const { dependencies = {} }: LockedPackage = installed[place] ?? {};
    for (const name of Object.keys(dependencies)) found.add(resolved(name, place));
  }
  return [...found];
}

/** As Node resolves it: in the package itself, then in each parent folder. */
function resolved(name: string, from: string): string {
  const inner = `${from}/node_modules/${name}`;
  if (installed[inner] !== undefined) return inner;
  const outer = from.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, '');
  if (outer !== from && outer !== '') return resolved(name, outer);
  return `node_modules/${name}`;
}

/** Of its files, without nested packages. An alias is measured under its real name. */
function bytesIn(place: string): number {
  const own = installed[place]?.name;
  const folder = path.join(kit, own === undefined ? place : `node_modules/${own}`);
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.split(path.sep).includes('node_modules'))
    .map((file) => statSync(path.join(folder, file)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}

/**
 * By place, the packages that npm installs with the kit on Linux x64, each version once. The lockfile has some twice,
 * because of development dependencies, and binaries for every system.
 */
export const besideTheKit: readonly string[] = [
  ...new Map(
    Object.entries(installed)
      .filter(([, { os = ['linux'], cpu = ['x64'] }]) => os.includes('linux') && cpu.includes('x64'))
      .map(([place, { version }]) => [`${packageName(place)}@${version}`, place]),
  ).values(),
];

function licenceTable(): string {
  const groups = Map.groupBy(besideTheKit, licenceOf);
  const rows = [...groups]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([licence, places]) => [licence, String(places.length), isUsual(licence) ? '' : namesOf(places)]);
  return tableText(['licence', 'packages', 'which'], rows);
}

function isUsual(licence: string): boolean {
  return licence === 'MIT' || licence === 'Apache-2.0';
}

function namesOf(places: readonly string[]): string {
  return [...new Set(places.map(packageName))].toSorted().join(', ');
}

if (import.meta.main) {
  if (process.argv.includes('--write'))
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace(marked, (_all, open, _old, close) => `${open}${dependencyTables()}${close}`),
    );
  else console.log(dependencyTables());
}

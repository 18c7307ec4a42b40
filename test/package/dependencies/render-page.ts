/**
 * `node test/package/dependencies/render-page.ts [--write]`: the tables of docs/reference/dependencies.md, from package.json, the lockfile
 * and the installed packages.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import engines from '../../../.ci/engines/package.json' with { type: 'json' };
import manifest from '../../../package.json' with { type: 'json' };
import { tableText } from '../../docs/table.ts';
import { closureOf, installed, locked, packageName } from '../lockfile.ts';
import { licenceOf } from './licences.ts';
import { engineReasons, reasons } from './reasons.ts';

const kit = path.resolve(import.meta.dirname, '../../..');
const page = path.join(kit, 'docs/reference/dependencies.md');
const marked = /(<!-- made by test\/package\/dependencies\/render-page\.ts -->\n)(.*?)(<!-- end -->)/s;

/** The text of the page between the marks. */
export function renderDependenciesPage(): string | undefined {
  return marked.exec(readFileSync(page, 'utf8'))?.[2];
}

/** The expected text. */
export function dependencyTables(): string {
  const engineTable = dependencyTable(Object.keys(engines.dependencies), engineReasons);
  return `\n${dependencyTable(Object.keys(manifest.dependencies), reasons)}\n\nThe build bundles these engines:\n\n${engineTable}\n\nThese ${besideTheKit.length} packages are installed with the kit:\n\n${licenceTable()}\n\n`;
}

function dependencyTable(names: readonly string[], purposes: Readonly<Record<string, string>>): string {
  const rows = names.map((name) => {
    const below = [...closureOf([`node_modules/${name}`], false)];
    const version = locked[`node_modules/${name}`]?.version ?? '';
    const size = below.reduce((sum, place) => sum + bytesIn(place), 0);
    return [
      `\`${name}\``,
      version,
      licenceOf(`node_modules/${name}`),
      (size / 1e6).toFixed(1),
      String(below.length - 1),
      purposes[name] ?? '',
    ];
  });
  return tableText(['package', 'version', 'licence', 'MB in total', 'dependencies', 'purpose'], rows);
}

/** Of its files, without nested packages. An alias is measured under its real name. */
function bytesIn(place: string): number {
  const own = locked[place]?.name;
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

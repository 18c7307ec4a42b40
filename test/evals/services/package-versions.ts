/** The versions that the lock files of this eval name. */
import { readFileSync } from 'node:fs';
import type { Service } from './services.ts';

/** Packages that only Debian has are unpacked from there, in the version of its release. */
const debianPackages: Readonly<Record<string, string>> = { djangorestframework: 'of Debian' };

/** `fastapi 0.142.2`, for each package. */
export function packageVersions({ packages, launcher }: Service): readonly string[] {
  const versions = launcher === 'start.py' ? pythonVersions() : npmVersions();
  return packages.map((name) => `${name} ${versions.get(name) ?? debianPackages[name] ?? 'of unknown version'}`);
}

function npmVersions(): ReadonlyMap<string, string> {
  const { dependencies }: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(
    read('package.json'),
  );
  return new Map(Object.entries(dependencies));
}

function pythonVersions(): ReadonlyMap<string, string> {
  const lines = [...read('requirements.txt').matchAll(/^([\w-]+)==(\S+)$/gm)];
  return new Map(lines.map(([, name = '', version = '']) => [name, version]));
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };

const page = read('docs/reference/package-managers.md');

describe('the modules of the package', () => {
  it('are documented', () => {
    const names = Object.keys(manifest.exports).map((name) => name.replace(/^\./, manifest.name));
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('name their types first, which TypeScript requires', () => {
    const typed = Object.values(manifest.exports).filter((entry) => typeof entry !== 'string');
    expect(typed.map((entry) => Object.keys(entry))).toEqual(typed.map(() => ['types', 'default']));
  });

  it('that a bundler must not drop are those that are imported for what they do', () => {
    expect(manifest.sideEffects).toEqual(['./dist/node-version.js', './dist/cli/main.js', './cli/plant-store.cjs']);
  });
});

describe('the package managers', () => {
  const { jobs }: { readonly jobs: Readonly<Record<string, { readonly strategy?: { readonly matrix: Matrix } }>> } =
    parse(read('.github/workflows/ci.yml'));
  const installed = jobs['managers']?.strategy?.matrix.include ?? [];
  const script = read('.ci/try-package.ts');

  it('that CI installs the package with are those that its script knows', () => {
    const known = /const managers[\s\S]*?^};/m.exec(script)?.[0] ?? '';
    expect(installed.map(({ name }) => name)).toEqual(['pnpm', 'yarn', 'yarn-pnp', 'bun']);
    expect(installed.filter(({ name }) => !new RegExp(`^ {2}'?${name}'?:`, 'm').test(known))).toEqual([]);
  });

  it('have the versions of the page', () => {
    const versions = installed.map(({ install }) => /@(\d+\.\d+)\.\d+$/.exec(install)?.[1] ?? install);
    expect(versions.filter((version) => !page.includes(`| ${version} |`))).toEqual([]);
  });
});

interface Matrix {
  readonly include?: readonly { readonly name: string; readonly install: string }[];
}

function read(file: string): string {
  return readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
}

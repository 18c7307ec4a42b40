import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../contracts/configuration/configuration-schema.ts';
import { findConfiguration, readConfiguration } from '../../contracts/configuration/read-configuration.ts';
import { runLimits } from '../../contracts/options/number-limits.ts';
import { KitError, splitError } from '../../errors.ts';
import { temporaryFolder } from '../pact/support.ts';

const folder = temporaryFolder();
let count = 0;

function write(text: string, name = `settings-${++count}.yaml`): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

async function errorsOf(text: string, name?: string): Promise<readonly string[]> {
  const error = await readConfiguration(write(text, name)).catch((one: unknown) => one);
  if (!(error instanceof KitError)) throw new Error('expected an error');
  return splitError(error).map(({ code, detail, where = '', fix }) =>
    [code, where.replace(/^.*?(?=:\d)/, ''), detail, fix].join(' | '),
  );
}

describe('a valid file', () => {
  it('is read with its folder', async () => {
    const { folder: own, value } = await readConfiguration(write('limits:\n  rate: 5\n'));
    expect([own, value]).toEqual([folder, { limits: { rate: 5 } }]);
  });

  it('may have everything commented out', async () => {
    expect((await readConfiguration(write('# exclude:\n#   - x\n'))).value).toEqual({});
  });

  it('may be JSON that names its schema', async () => {
    expect((await readConfiguration(write('{"$schema": "x.json", "read-only": true}', 'a.json'))).value).toMatchObject({
      'read-only': true,
    });
  });
});

describe('errors', () => {
  it('name line, column and the nearest key', async () => {
    expect(await errorsOf('target: http://127.0.0.1\nlimits:\n    timeot: 5\n')).toEqual([
      'config-invalid | :3:5 | unknown key "timeot" (did you mean timeout?) | Use one of timeout, concurrency, rate, max-time, max-failures, budget.',
    ]);
  });

  it('are listed together, with the expected kind of value', async () => {
    const errors = await errorsOf('exclude: admin\nlimits: { rate: 0, budget: "9" }\n');
    expect(errors.map((one) => one.split(' | ').slice(1, 3).join(' '))).toEqual([
      ':1:1 exclude: expected array, got string "admin"',
      ':2:11 limits.rate: expected at least 1, got integer 0',
      ':2:20 limits.budget: expected integer, got string "9"',
    ]);
  });

  it('name the column in JSON too', async () => {
    expect(await errorsOf('{"limits": {"rate": 5, "rte": 5}}', 'b.json')).toEqual([
      expect.stringContaining(':1:24 | unknown key "rte" (did you mean rate?)'),
    ]);
  });

  it('reject a credential in the file without showing it', async () => {
    const errors = await errorsOf('credentials:\n  token: hunter2-hunter2\n  auth:\n    apiKey: s3cret-s3cret\n');
    expect(errors).toEqual([
      `config-invalid | :2:3 | the credential token is in the file itself | Write the name of an environment variable in its place: token: \${TOKEN}. If the file was shared, replace the credential.`,
      `config-invalid | :4:5 | the credential apiKey is in the file itself | Write the name of an environment variable in its place: apiKey: \${APIKEY}. If the file was shared, replace the credential.`,
    ]);
    expect((await errorsOf('credentials: hunter2-hunter2\n')).join()).not.toContain('hunter2');
    expect((await errorsOf('credentials:\n  tokn: hunter2-hunter2\n')).join()).not.toContain('hunter2');
    expect((await errorsOf('credentials:\n  token: 123456789\n')).join()).not.toContain('123456789');
  });

  it('say that a file is missing, or is an OpenAPI document', async () => {
    await expect(readConfiguration(path.join(folder, 'none.yaml'))).rejects.toMatchObject({
      code: 'config-unreadable',
    });
    expect(await errorsOf('openapi: 3.1.0\n')).toEqual([expect.stringContaining('is an OpenAPI document')]);
  });
});

describe('discovery', () => {
  it('prefers the file beside the document, then that of the working directory', async () => {
    const document = write('openapi: 3.1.0\n', 'api/openapi.yaml');
    write('read-only: true\n', 'here/plant-store.yaml');
    const here = path.join(folder, 'here');
    expect((await findConfiguration(document, here))?.folder).toBe(here);
    write('read-only: true\n', 'api/plant-store.yaml');
    expect((await findConfiguration(document, here))?.folder).toBe(path.join(folder, 'api'));
    expect((await findConfiguration('https://example.com/openapi.yaml', here))?.folder).toBe(here);
    expect((await findConfiguration('git:main:openapi.yaml', here))?.folder).toBe(here);
  });

  it('ignores an OpenAPI document of that name', async () => {
    const document = write('openapi: 3.1.0\n', 'own/plant-store.yaml');
    expect(await findConfiguration(document, path.dirname(document))).toBeUndefined();
  });
});

describe('the schema', () => {
  const schema = JSON.parse(readFileSync('contracts/configuration/schema/plant-store.schema.json', 'utf8'));

  it('has the limits of the options', () => {
    const { properties } = schema.properties.limits;
    const names = { timeout: 'timeout', concurrency: 'concurrency', rate: 'rate', budget: 'budget' } as const;
    const all = { ...names, 'max-time': 'maxTime', 'max-failures': 'maxFailures' } as const;
    for (const [key, option] of Object.entries(all))
      expect([key, properties[key].minimum, properties[key].maximum]).toEqual([
        key,
        runLimits[option].min,
        'max' in runLimits[option] ? runLimits[option].max : undefined,
      ]);
    expect(Object.keys(properties).toSorted()).toEqual(Object.keys(all).toSorted());
  });

  it('compiles, and describes every key for editors', () => {
    expect(configurationSchema().properties.size).toBe(Object.keys(schema.properties).length);
    expect(JSON.stringify(schema).match(/"description"/g)?.length).toBeGreaterThan(20);
  });

  it('is part of the package', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(manifest.exports['./plant-store.schema.json']).toBe(
      './dist/contracts/configuration/schema/plant-store.schema.json',
    );
    expect(readFileSync('.ci/build.ts', 'utf8')).toContain("'contracts/configuration/schema'");
  });
});

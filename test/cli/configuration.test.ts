/** plant-store.yaml as options of the commands; `plant-store init`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CommandInput } from '../../cli/command.ts';
import { command as gate } from '../../cli/commands/gate.ts';
import { command as pact } from '../../cli/commands/pact.ts';
import { command as replay } from '../../cli/commands/replay.ts';
import { command as verify } from '../../cli/commands/verify.ts';
import { readAcceptance } from '../../cli/options/acceptance-options.ts';
import { withConfiguration } from '../../cli/options/configured-options.ts';
import { readWaivers } from '../../cli/options/shared-options.ts';
import { parseInput } from '../../cli/parsing/parse-arguments.ts';
import { failureText } from '../../cli/run-command-line.ts';
import { KitError } from '../../errors.ts';
import { temporaryFolder } from '../pact/support.ts';
import { runPlantStore, runWithoutToken } from './support.ts';

const folder = temporaryFolder();
let count = 0;

function write(text: string, name = `settings-${++count}.yaml`): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const environment = process.env;
afterEach(() => {
  process.env = environment;
});

async function merged(text: string, args: readonly string[] = [], command = verify): Promise<CommandInput> {
  const input = parseInput(command, ['--config', write(text), ...args]);
  const { options, ...rest } = await withConfiguration(input, command.targetArgument ?? 0);
  const { config: _, ...others } = options;
  return { ...rest, options: others };
}

const everything = [
  'spec: api/openapi.yaml',
  'overlay: [fixes.yaml, "https://example.com/more.yaml"]',
  `target: http://\${HOST_NAME}:8080`,
  'credentials:',
  `  token: \${SHOP_TOKEN}`,
  `  auth: { basic: "admin:\${PASSWORD}" }`,
  'include: [shop]',
  'exclude: ["DELETE *"]',
  'read-only: true',
  'limits: { timeout: 50, rate: 5, max-time: 60, max-failures: 3, budget: 100, concurrency: 2 }',
  'waivers: waivers.yaml',
].join('\n');

describe('the settings', () => {
  it('are options of verify, relative to the file', async () => {
    process.env = { ...environment, HOST_NAME: 'shop', SHOP_TOKEN: 'token-1', PASSWORD: 'secret-1' };
    const { options, positionals } = await merged(everything);
    expect(positionals).toEqual(['http://shop:8080']);
    expect(options).toEqual({
      spec: path.relative(process.cwd(), path.join(folder, 'api/openapi.yaml')),
      overlay: [path.relative(process.cwd(), path.join(folder, 'fixes.yaml')), 'https://example.com/more.yaml'],
      token: 'token-1',
      auth: ['basic=admin:secret-1'],
      include: ['shop'],
      exclude: ['DELETE *'],
      'read-only': true,
      timeout: '50',
      rate: '5',
      'max-time': '60',
      'max-failures': '3',
      budget: '100',
      concurrency: '2',
      waivers: path.relative(process.cwd(), path.join(folder, 'waivers.yaml')),
    });
  });

  it('are overridden by options and by the variables of the kit; exclusions add up', async () => {
    process.env = { ...environment, PLANT_STORE_AUTH: 'basic=me:mine', PLANT_STORE_TOKEN: 'mine' };
    const args = ['http://other', '--spec', 'x.yaml', '--timeout', '9', '--exclude', 'admin', '--include', 'all'];
    const { options, positionals } = await merged(everything, args);
    expect(positionals).toEqual(['http://other']);
    expect(options).toMatchObject({ spec: 'x.yaml', timeout: '9', include: ['all'], exclude: ['admin', 'DELETE *'] });
    expect([options['token'], options['auth']]).toEqual([undefined, undefined]);
  });

  it('need no variable of a scheme where the kit has its own', async () => {
    process.env = { ...environment, PLANT_STORE_TOKEN: 'mine' };
    const { options } = await merged(everything, ['http://other']);
    expect([options['token'], options['auth']]).toEqual([undefined, undefined]);
  });

  it('give way to a token of the command line, whatever the scheme', async () => {
    const { options } = await merged(everything, ['http://other', '--token', 'mine']);
    expect([options['token'], options['auth']]).toEqual(['mine', undefined]);
  });

  it('apply to gate, pact verify and replay, as far as these have the option', async () => {
    process.env = { ...environment, HOST_NAME: 'shop', SHOP_TOKEN: 'token-1', PASSWORD: 'secret-1' };
    const verifyPacts = pact.subcommands['verify'];
    const [ofGate, ofReplay, ofPact] = await Promise.all([
      merged(everything, [], gate),
      merged(everything, ['some/case'], replay),
      verifyPacts && merged(everything, [], verifyPacts),
    ]);
    expect(ofGate.options).toMatchObject({ 'read-only': true, exclude: ['DELETE *'], budget: '100' });
    expect(ofReplay.positionals).toEqual(['some/case', 'http://shop:8080']);
    expect(ofReplay.options).toMatchObject({ timeout: '50' });
    expect(ofReplay.options).not.toHaveProperty('exclude');
    expect(ofPact?.options).toMatchObject({ exclude: ['DELETE *'], 'read-only': true, token: 'token-1' });
  });

  it('give the gate no credentials without a target, which is then the mock server', async () => {
    const { options, positionals } = await merged(`credentials: { token: "\${UNSET}" }\nread-only: true\n`, [], gate);
    expect([positionals, options]).toEqual([[], { 'read-only': true }]);
  });

  it('decide what fails a run; those of the command line are instead of the same checks', async () => {
    const text = 'profile: deep\nfail-on: warning\nseverities: { allow-present: off, headers-declared: warning }';
    const { options } = await merged(text, ['http://other', '--severity', 'allow-present=error']);
    expect(options).toMatchObject({
      profile: 'deep',
      'fail-on': 'warning',
      severity: ['headers-declared=warning', 'allow-present=error'],
    });
    expect((await readAcceptance(await merged(text, ['http://other']))).severities).toMatchObject([
      { check: 'allow-present', severity: 'off' },
      { check: 'headers-declared', severity: 'warning' },
    ]);
  });

  it('accept waivers of their own for what is new', async () => {
    const waivers = 'waivers:\n  - { check: "*", operations: admin, reason: known, expires: 2030-01-31 }';
    const input = await merged(`fail-on: new\n${waivers}`, ['http://other']);
    expect(await readAcceptance(input)).toMatchObject({ failOn: 'new' });
    expect(await readWaivers(input)).toHaveLength(1);
    await expect(readAcceptance(await merged('fail-on: new', ['http://other']))).rejects.toThrow(KitError);
  });

  it('may contain the waivers themselves', async () => {
    const text = [
      'waivers:',
      '  - id: invalid-rejected/createOrder/3f2a91c07b5d',
      '    reason: known',
      '    expires: 2030-01-31',
    ].join('\n');
    const [waiver] = await readWaivers(await merged(text, ['http://other']));
    expect(waiver).toMatchObject({ reason: 'known', place: { line: 2, pointer: '/waivers/0' } });
    const wrong = await merged(text.replace('2030-01-31', 'soon'), ['http://other']);
    await expect(readWaivers(wrong)).rejects.toMatchObject({ code: 'waivers-invalid', where: /:4$/ });
  });
});

describe('environment variables', () => {
  it('that are not set are an error that names line and fix', async () => {
    await expect(merged(`target: http://\${NO_SUCH_HOST}\n`)).rejects.toMatchObject({
      code: 'config-invalid',
      detail: 'the environment variable NO_SUCH_HOST is not set',
      where: expect.stringMatching(/:1:1$/),
    });
    await expect(merged(`target: http://\${no such}\n`)).rejects.toMatchObject({ code: 'config-invalid' });
  });

  it('never show their values in an error', async () => {
    process.env = { ...environment, SHOP_TOKEN: 'Qz7wVbN3kRtY8mPxLdFhJ2sG' };
    await merged(`credentials: { token: "\${SHOP_TOKEN}" }\n`, ['http://other']);
    const error = new KitError('option-invalid', 'got Qz7wVbN3kRtY8mPxLdFhJ2sG');
    expect(failureText(error, [])).not.toContain('Qz7wVbN3');
  });
});

describe('--no-config', () => {
  it('ignores the file beside the document', async () => {
    const spec = write('', 'beside/openapi.yaml');
    write('read-only: true\n', 'beside/plant-store.yaml');
    const read = (args: readonly string[]) => withConfiguration(parseInput(verify, ['--spec', spec, ...args]), 0);
    expect((await read([])).options['read-only']).toBe(true);
    expect((await read(['--no-config'])).options['read-only']).toBeUndefined();
    await expect(read(['--no-config', '--config', 'x'])).rejects.toMatchObject({ code: 'option-invalid' });
  });

  it('is named where the file is invalid', async () => {
    const spec = write('', 'wrong/openapi.yaml');
    write('taget: http://x\n', 'wrong/plant-store.yaml');
    const { exitCode, stderr } = await runPlantStore(['verify', '--spec', spec]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('(did you mean target?)')]);
  });
});

describe('init', () => {
  it('writes a file that the commands read, and overwrites none', async () => {
    const spec = path.join(folder, 'new/openapi.yaml');
    mkdirSync(path.dirname(spec), { recursive: true });
    writeFileSync(spec, readFileSync('spec/plant-store.yaml'));
    const file = path.join(folder, 'new/plant-store.yaml');
    const { exitCode, stdout } = await runWithoutToken('init', 'http://127.0.0.1:9', '--spec', spec);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`wrote ${file}`)]);
    const written = readFileSync(file, 'utf8');
    const [, schema = ''] = /\$schema=(\S+)/.exec(written) ?? [];
    expect(JSON.parse(readFileSync(path.resolve(path.dirname(file), schema), 'utf8')).title).toBe('plant-store.yaml');
    const [again, run] = await Promise.all([
      runWithoutToken('init', '--spec', spec),
      runWithoutToken('verify', '--spec', spec),
    ]);
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('exists already')]);
    expect(readFileSync(file, 'utf8')).toBe(written);
    expect(run.stderr).toMatch(/the environment variable BEARER\w* is not set/);
  });

  it('asks for the document where it finds none', async () => {
    const { exitCode, stderr } = await runWithoutToken('init');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('plant-store init --spec FILE')]);
  });
});

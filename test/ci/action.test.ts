import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TOKEN } from '../cli/support.ts';
import { startVariant, variants } from '../evals/zoo/index.ts';
import { kitFolder, temporaryFolder } from '../pact/support.ts';
import { readAction, runAction, type StringMap } from './run-action.ts';
import { createWorkspace, installed, kitWith, PLANT_STORE_SPEC, withPrograms } from './support.ts';

const actionFolder = path.join(kitFolder, '.github/actions/contract-gate');
const action = readAction(path.join(actionFolder, 'action.yml'));
const { steps, using } = action.runs;

describe('the action', () => {
  test('uses only scripts, no other action', () => {
    expect(using).toBe('composite');
    expect(steps.length).toBeGreaterThan(2);
    const keys = new Set(steps.flatMap((step) => Object.keys(step)));
    expect([...keys].toSorted()).toEqual(['env', 'id', 'if', 'name', 'run', 'shell']);
    expect(steps.map(({ shell }) => shell)).toEqual(steps.map(() => 'bash'));
  });

  test('has no expression in a script, so that no input can become a command', () => {
    expect(steps.filter(({ run }) => run.includes('${{'))).toEqual([]);
    const values = steps.flatMap(({ env = {} }) => Object.values(env));
    expect(values.filter((value) => !/^\$\{\{ (inputs|steps)\.[\w.-]+ \}\}$/.test(value))).toEqual([]);
  });

  test('has no input for a token', () => {
    expect(Object.keys(action.inputs).filter((name) => /token|auth|secret|password/.test(name))).toEqual([]);
    expect(steps.flatMap(({ env = {} }) => Object.keys(env))).not.toContain('PLANT_STORE_TOKEN');
  });

  test('describes every input and output, and uses every input', () => {
    const described = [...Object.values(action.inputs), ...Object.values(action.outputs)];
    expect(described.filter(({ description }) => !/^[A-Z\w].{10,}$/.test(description))).toEqual([]);
    const used = steps.flatMap(({ env = {} }) => Object.values(env));
    expect(Object.keys(action.inputs).filter((name) => !used.includes(`\${{ inputs.${name} }}`))).toEqual([]);
  });

  test('does not install the kit again after npm ci', () => {
    const ls = () => execFileSync('npm', ['ls', '--omit=dev', '--all'], { cwd: kitFolder, stdio: 'pipe' });
    expect(ls).not.toThrow();
  });
});

describe('a real gate', () => {
  const rightStore = () => start('right-store');

  test('passes a conforming implementation', async () => {
    const cwd = createWorkspace();
    const { result, outputs, log, summary } = await gate({ 'base-url': await rightStore() }, { cwd });
    expect([result, outputs]).toEqual([
      'success',
      {
        verdict: 'conforms',
        'exit-code': '0',
        'report-dir': 'report',
        certificate: 'report/certificate.json',
      },
    ]);
    expect(existsSync(path.join(cwd, 'report/certificate.json'))).toBe(true);
    expect(log).toContain('The kit is installed already');
    expect(summary).toBe(readFileSync(path.join(cwd, 'report/summary.md'), 'utf8'));
    expect(log + summary).not.toContain(TOKEN);
  });

  test('fails an implementation that does not conform, and shows where', async () => {
    const cwd = createWorkspace();
    const { result, outputs, exitCodes, log, summary } = await gate(
      { 'base-url': await start('validates-nothing') },
      { cwd },
    );
    expect([result, outputs, exitCodes['verdict']]).toEqual([
      'failure',
      { verdict: 'does not conform', 'exit-code': '1', 'report-dir': 'report', certificate: '' },
      1,
    ]);
    expect(log).toMatch(new RegExp(`^::error .*file=${PLANT_STORE_SPEC},`, 'm'));
    expect(summary).toBe(readFileSync(path.join(cwd, 'report/summary.md'), 'utf8'));
    expect(log + summary).not.toContain(TOKEN);
  });

  test('fails without a token', async () => {
    const { result, outputs } = await gate({ 'base-url': await rightStore() }, { token: undefined });
    expect([result, outputs]).toMatchObject([
      'failure',
      { verdict: 'inconclusive', 'exit-code': '2', certificate: '' },
    ]);
  });

  test('fails if the implementation does not start, and reports why', async () => {
    const { result, outputs, log, summary } = await gate({
      'base-url': 'http://127.0.0.1:9',
      start: 'echo no database; exit 3',
    });
    expect([result, outputs]).toMatchObject(['failure', { verdict: 'inconclusive', certificate: '' }]);
    expect(log).toMatch(/exit code 3 .*\n.*no database/);
    expect(log).toMatch(/^::error title=plant-store::inconclusive: The implementation did not start.*no database$/m);
    expect(summary).toContain('inconclusive');
  });
});

describe('without a verdict of this run, does not pass', () => {
  const notRun = { verdict: 'not run', 'exit-code': '', certificate: '' };

  test('if the kit cannot be installed; the report of an earlier run does not count', async () => {
    const cwd = withOldReports(createWorkspace());
    const npm = 'test "$1" = ci && echo "npm: no network" >&2; exit 1';
    const ran = await gate({ 'base-url': 'http://127.0.0.1:9' }, { cwd, npm });
    expect([ran.result, ran.outputs, ran.exitCodes]).toMatchObject([
      'failure',
      notRun,
      { room: 0, install: 1, verdict: 2 },
    ]);
    expect(ran.exitCodes).not.toHaveProperty('gate');
    expect(ran.log).toContain('npm: no network');
    expect(ran.log).toMatch(/^::error title=Contract gate::The gate did not run/m);
    expect(ran.log + ran.summary).not.toContain('of old');
    expect(ran.summary).toContain('not run');
  });

  test.each(['linked', 'linked/'])('if the report folder is a symbolic link (%s), and removes nothing', async (out) => {
    const [cwd, other] = [createWorkspace(), temporaryFolder()];
    writeFileSync(path.join(other, 'report.json'), 'precious');
    symlinkSync(other, path.join(cwd, 'linked'));
    const ran = await gate({ 'base-url': 'http://127.0.0.1:9', out }, { cwd });
    expect([ran.result, ran.outputs, ran.log]).toMatchObject([
      'failure',
      notRun,
      expect.stringContaining('out is a symbolic link'),
    ]);
    expect(readFileSync(path.join(other, 'report.json'), 'utf8')).toBe('precious');
  });

  test.each([
    ['no base URL', { 'base-url': '' }, 'base-url is empty'],
    ['no folder', { 'base-url': 'http://127.0.0.1:9', out: '' }, 'out is empty'],
    ['an invalid boolean', { 'base-url': 'http://127.0.0.1:9', strict: 'yes' }, 'received yes'],
  ])('with an invalid input: %s', async (_name, given, why) => {
    const ran = await gate(given, { npm: 'echo "npm was called"' });
    expect([ran.result, ran.outputs, ran.log]).toMatchObject(['failure', notRun, expect.stringContaining(why)]);
    expect(ran.log).not.toContain('npm was called');
  });

  test.each([
    ['ends with exit code 0 without a report', 'process.exit(0)'],
    ['cannot be loaded and ends with exit code 1', 'throw new Error("no such module")'],
    ['is killed', 'process.kill(process.pid, "SIGKILL")'],
    ['prints the help', 'console.log(process.argv)'],
  ])('if the gate %s', async (_name, script) => {
    const cwd = withOldReports(createWorkspace());
    const ran = await gate({ 'base-url': '--help' }, { cwd, actionFolder: kitWith(script) });
    expect([ran.result, ran.outputs, ran.exitCodes['verdict']]).toMatchObject(['failure', notRun, 2]);
    expect(ran.log + ran.summary).not.toContain('of old');
  });

  test('if the gate is inconclusive, keeps its message and removes the earlier report', async () => {
    const cwd = withOldReports(createWorkspace());
    const ran = await gate({ 'base-url': 'http://127.0.0.1:9' }, { cwd, actionFolder: kitWith('process.exit(2)') });
    expect([ran.result, ran.outputs]).toMatchObject([
      'failure',
      { ...notRun, verdict: 'inconclusive', 'exit-code': '2' },
    ]);
    expect(ran.log + ran.summary).not.toContain('of old');
    expect(ran.summary).toContain('inconclusive');
  });
});

describe('the implementation', () => {
  test('writes no runner commands, even if the gate crashes', async () => {
    const start =
      'for file in "$GITHUB_OUTPUT" "$GITHUB_ENV" "$GITHUB_STEP_SUMMARY" "$GITHUB_PATH" "$GITHUB_STATE"; do ' +
      'if [ -n "$file" ]; then echo exit-code=0 >>"$file"; fi; done; kill -9 $PPID; sleep 9';
    const { result, outputs, summary } = await gate({ 'base-url': 'http://127.0.0.1:9', start });
    expect([result, outputs, summary]).toMatchObject([
      'failure',
      { verdict: 'not run', 'exit-code': '' },
      expect.stringMatching(/^\*\*Contract gate: not run/),
    ]);
  });

  test('ends with a cancelled job, of which only bash is notified', async () => {
    const cwd = createWorkspace();
    const start = 'trap "echo ended >ended; exit" TERM; echo $$ >started; while true; do sleep 0.1; done';
    const given = { 'base-url': 'http://127.0.0.1:9', start };
    const { outputs, exitCodes } = await gate(given, {
      cwd,
      cancelled: () => existsSync(path.join(cwd, 'started')),
    });
    expect([outputs, exitCodes['verdict']]).toMatchObject([{ verdict: 'not run', certificate: '' }, 2]);
    expect(existsSync(path.join(cwd, 'ended'))).toBe(true);
  });
});

describe('the arguments of the gate', () => {
  /** Writes its arguments and a report. */
  const printingKit = kitWith(`
    const fs = require('node:fs');
    fs.mkdirSync('report', { recursive: true });
    fs.writeFileSync('report/report.json', '{}');
    fs.writeFileSync('arguments.json', JSON.stringify(process.argv.slice(2)));
    fs.writeFileSync('token.txt', process.env.PLANT_STORE_TOKEN);
  `);
  const argumentsOf = async (given: StringMap) => {
    const cwd = createWorkspace();
    await gate(given, { cwd, actionFolder: printingKit });
    expect(readFileSync(path.join(cwd, 'token.txt'), 'utf8')).toBe(TOKEN);
    return JSON.parse(readFileSync(path.join(cwd, 'arguments.json'), 'utf8'));
  };

  test('contain every input, each as one argument', async () => {
    const given = {
      'base-url': 'http://127.0.0.1:8080',
      spec: 'api/my contract.yaml',
      start: 'npm run "start it" & wait',
      'wait-for': 'http://127.0.0.1:8080/health',
      'start-timeout': '90',
      baseline: 'git:origin/main:openapi.yaml',
      pact: 'pacts/a b.json\r\n\n  https://example.com/pact  \n--pact',
      waivers: 'waivers.yaml',
      strict: 'true',
      profile: 'smoke',
      'fail-on': 'new',
      config: 'staging settings.yaml',
      hooks: 'ci/$HOME hooks.ts',
      seed: '7',
    };
    expect(await argumentsOf(given)).toEqual([
      'gate',
      '--out=report',
      '--spec=api/my contract.yaml',
      '--start=npm run "start it" & wait',
      '--wait-for=http://127.0.0.1:8080/health',
      '--start-timeout=90',
      '--baseline=git:origin/main:openapi.yaml',
      '--pact=pacts/a b.json',
      '--pact=https://example.com/pact',
      '--pact=--pact',
      '--waivers=waivers.yaml',
      '--strict',
      '--profile=smoke',
      '--fail-on=new',
      '--config=staging settings.yaml',
      '--hooks=ci/$HOME hooks.ts',
      '--seed=7',
      '--',
      'http://127.0.0.1:8080',
    ]);
  });

  test('contain no input that was not set', async () => {
    const given = { 'base-url': 'http://127.0.0.1:8080', strict: 'false' };
    expect(await argumentsOf(given)).toEqual(['gate', '--out=report', '--spec=openapi.yaml', '--', given['base-url']]);
  });

  test('are never run by a shell', async () => {
    const evil = '$(touch evil) `touch evil`; touch evil\n"; touch evil; "';
    const cwd = createWorkspace();
    const given = {
      'base-url': evil,
      spec: evil,
      start: evil,
      pact: evil,
      baseline: evil,
      seed: evil,
      strict: evil,
    };
    await gate(given, { cwd, actionFolder: printingKit });
    await gate({ ...given, strict: 'true' }, { cwd, actionFolder: printingKit });
    expect(existsSync(path.join(cwd, 'arguments.json'))).toBe(true);
    expect(existsSync(path.join(cwd, 'evil'))).toBe(false);
  });
});

describe('the results of the gate', () => {
  const leaving = (exitCode: number, files: StringMap) =>
    kitWith(`
      const fs = require('node:fs');
      fs.mkdirSync('report', { recursive: true });
      for (const [name, text] of Object.entries(${JSON.stringify({ 'report.json': '{}', ...files })}))
        fs.writeFileSync('report/' + name, text);
      console.log('::set-output name=exit-code::0');
      process.exitCode = ${exitCode};
    `);
  const given = { 'base-url': 'http://127.0.0.1:9' };

  test('are in the log and the summary for every verdict', async () => {
    const files = { 'annotations.txt': '::error file=a.yaml,line=3::x\n', 'summary.md': '# Verdict\n' };
    for (const exitCode of [0, 1, 2]) {
      const ran = await gate(given, { actionFolder: leaving(exitCode, files) });
      expect(ran.log).toMatch(/^::error file=a\.yaml,line=3::x$/m);
      expect([ran.summary, ran.exitCodes['verdict']]).toEqual(['# Verdict\n', exitCode]);
    }
  });

  test('contain a certificate only if the implementation conforms', async () => {
    const files = { 'certificate.json': '{}' };
    const certificates = [];
    for (const exitCode of [0, 1, 2])
      certificates.push((await gate(given, { actionFolder: leaving(exitCode, files) })).outputs['certificate']);
    expect(certificates).toEqual(['report/certificate.json', '', '']);
  });

  test('cannot contain commands for the runner in the log', async () => {
    const { log } = await gate(given, { actionFolder: leaving(1, {}) });
    const [, word = ''] = /^::stop-commands::([0-9a-f]{32})\n::set-output.*\n+::\1::$/m.exec(log) ?? [];
    expect(word).not.toBe('');
    const other = await gate(given, { actionFolder: leaving(1, {}) });
    expect(other.log).not.toContain(word);
  });
});

interface Given {
  readonly cwd?: string;
  readonly token?: string | undefined;
  readonly npm?: string;
  readonly actionFolder?: string;
  readonly cancelled?: () => boolean;
}

/** By default with the token and the installed kit. */
function gate(given: StringMap, { cwd = createWorkspace(), npm = installed, ...rest }: Given = {}) {
  const token = 'token' in rest ? rest.token : TOKEN;
  const env = { ...withPrograms({ npm }, token), GITHUB_ACTION_PATH: rest.actionFolder ?? actionFolder };
  return runAction(action, {
    with: { spec: PLANT_STORE_SPEC, ...given },
    env,
    cwd,
    cancelled: rest.cancelled,
  });
}

async function start(name: string): Promise<string> {
  const variant = variants.find((one) => one.name === name);
  if (variant === undefined) throw new Error(`the zoo has no ${name}`);
  const store = await startVariant(variant, { token: TOKEN });
  onTestFinished(() => store.close());
  return store.url;
}

function withOldReports(cwd: string): string {
  mkdirSync(path.join(cwd, 'report'));
  for (const name of ['report.json', 'summary.md', 'annotations.txt', 'certificate.json'])
    writeFileSync(path.join(cwd, 'report', name), 'of old');
  return cwd;
}

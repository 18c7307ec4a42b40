/** The commands as processes of their own before the worst of the servers: exit code, output, files, memory, time. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test, vi } from 'vitest';
import { reportFormats } from '../../contracts/render/write-reports.ts';
import { cliMain, commandEnvironment, run, TOKEN } from '../cli/support.ts';
import { outputProblems } from '../evals/hostile/output-safety.ts';
import { serverThemes } from '../evals/hostile/servers/index.ts';
import { committedPact, fileOf, kitFolder, temporaryFolder } from '../pact/support.ts';

vi.setConfig({ maxConcurrency: 4 });

const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');

/** What a command is given, with a folder that is its own. */
const commands = {
  verify: (url: string, folder: string) => [
    ...['verify', url, '--budget', '12'],
    ...reportFormats.flatMap((format) => ['--report', `${format}=${path.join(folder, `report.${format}`)}`]),
  ],
  gate: (url: string, folder: string) => [
    ...['gate', url, '--budget', '12', '--out', folder],
    ...['--spec', copy, '--pact', committedPact],
  ],
  replay: (url: string) => ['replay', 'createPlant/valid-bodies/full', url],
  'pact verify': (url: string) => ['pact', 'verify', url, '--pact', committedPact],
} as const;

/** All servers are before the verifier in hostile.test.ts; here the worst of them are before all that is around it. */
const trials: readonly (readonly [keyof typeof commands, server: string, exit: number])[] = [
  ['verify', 'gigabyte-of-errors', 2],
  ['verify', 'endless-103', 1],
  ['verify', 'json-of-a-million-levels', 1],
  ['verify', 'self-signed', 2],
  ['verify', 'token-base64', 1],
  ['verify', 'charms-in-plants', 1],
  ['gate', 'endless-headers', 1],
  ['gate', 'redirect-with-credentials', 1],
  ['gate', 'charms-in-plants', 1],
  ['replay', 'gigabyte-of-errors', 2],
  ['replay', 'says-nothing', 1],
  ['replay', 'status-1000', 1],
  ['pact verify', 'gigabyte-of-errors', 2],
  ['pact verify', 'redirect-with-credentials', 1],
  ['pact verify', 'gzip-bomb', 1],
  ['pact verify', 'token-base64', 1],
];

/** Above it the kernel of a small CI machine would end the process; four answers of 32 MB are under way at once. */
const MAX_MB = 900;
// The peak that the kernel gives to a process counts in that of its parent, which is the whole of the test runner.
const memoryReporter = `data:text/javascript,import{readFileSync}from'node:fs';process.on('exit',()=>process.stderr.write('peak '+Math.round(Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status','utf8'))[1])*1024/1e6)+' MB'))`;

describe.concurrent('a process', () => {
  test.for(trials)('%s before %s', async ([command, name, exit], { expect }) => {
    const server = serverThemes.flatMap(({ servers }) => servers).find((one) => one.name === name);
    const running = await server?.start(TOKEN);
    if (running === undefined) throw new Error(`there is no ${name}`);
    // What comes to an end gets there on a busy machine too.
    const limit = ['--timeout', server?.mode === 'hangs' ? '2000' : '60000'];
    const around = temporaryFolder();
    const folder = path.join(around, 'out');
    mkdirSync(folder);
    const args = ['--import', memoryReporter, cliMain, ...commands[command](running.url, folder), ...limit];
    const { exitCode, stdout, stderr } = await run(process.execPath, args, commandEnvironment(TOKEN));
    await running.close();
    const [reported = '', peak = ''] = stderr.split(/peak (?=\d+ MB$)/);
    expect(exitCode, `${stdout}\n${stderr}`).toBe(exit);
    expect(stderr).not.toMatch(/^ {4}at |The kit itself has failed|Unhandled|Warning/m);
    expect(Number.parseInt(peak, 10)).toBeLessThan(MAX_MB);
    expect(running.strayRequests?.() ?? []).toEqual([]);
    expect(readdirSync(around)).toEqual(['out']);
    const files = existsSync(folder) ? filesIn(folder) : [];
    const outputs = [['printed', stdout], ['printed', reported], ...files] as const;
    expect(outputs.flatMap(([file, text]) => outputProblems(file, text, TOKEN))).toEqual([]);
  });
});

function filesIn(folder: string): readonly (readonly [name: string, text: string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [name, readFileSync(path.join(parentPath, name), 'utf8')]);
}

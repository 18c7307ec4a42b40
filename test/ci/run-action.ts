/** A composite action as data, and its steps run as GitHub's runner runs them. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { temporaryFolder } from '../pact/support.ts';

export type StringMap = Readonly<Record<string, string>>;

export interface Step {
  readonly name: string;
  readonly id: string;
  readonly if?: string;
  readonly shell: string;
  readonly env?: StringMap;
  readonly run: string;
}

interface Described {
  readonly description: string;
}

/** As in its file. */
export interface Action {
  readonly inputs: Readonly<Record<string, Described & { readonly default?: string; readonly required?: true }>>;
  readonly outputs: Readonly<Record<string, Described & { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export function readAction(file: string): Action {
  return parse(readFileSync(file, 'utf8'));
}

/** A job that uses the action. */
export interface ActionJob {
  readonly with: StringMap;
  readonly env: NodeJS.ProcessEnv;
  /** The workspace. */
  readonly cwd: string;
  /** Once true, the running step is ended as by the runner: only its bash gets the signal. */
  readonly cancelled?: (() => boolean) | undefined;
}

export interface ActionResult {
  readonly result: 'success' | 'failure';
  readonly outputs: StringMap;
  /** The exit codes of those steps that ran. */
  readonly exitCodes: Readonly<Record<string, number | null>>;
  /** stdout and stderr of all steps. */
  readonly log: string;
  readonly summary: string;
}

/** A step is skipped after a failure unless it has `always()`; outputs are always read. */
export async function runAction(
  action: Action,
  { with: given, env, cwd, cancelled }: ActionJob,
): Promise<ActionResult> {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ''] as const);
  const inputs: StringMap = { ...Object.fromEntries(defaults), ...given };
  const steps: Record<string, StringMap> = {};
  const exitCodes: Record<string, number | null> = {};
  let [log, summary, failed] = ['', '', false];
  const cancelOnce = once(cancelled);
  for (const step of action.runs.steps) {
    if (failed && step.if !== 'always()') continue;
    const value = (expression: string) => evaluate(expression, inputs, steps);
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, value(text)] as const);
    const ran = await runStep(step, {
      env: { ...env, ...Object.fromEntries(own) },
      cwd,
      cancelled: cancelOnce,
    });
    steps[step.id] = ran.outputs;
    exitCodes[step.id] = ran.exitCode;
    log += ran.log;
    summary += ran.summary;
    failed ||= ran.exitCode !== 0;
  }
  const outputs = Object.entries(action.outputs).map(
    ([name, output]) => [name, evaluate(output.value, inputs, steps)] as const,
  );
  return {
    result: failed ? 'failure' : 'success',
    outputs: Object.fromEntries(outputs),
    exitCodes,
    log,
    summary,
  };
}

/** True only once: steps with `always()` after a cancelled job are not ended. */
function once(cancelled: () => boolean = () => false): () => boolean {
  let isOver = false;
  return () => {
    if (isOver) return false;
    isOver = cancelled();
    return isOver;
  };
}

/** The two kinds of expressions that the action has: an input, and an output of a step, empty when there is none. */
function evaluate(text: string, inputs: StringMap, steps: Readonly<Record<string, StringMap>>): string {
  const expression = /^\$\{\{ (.*) \}\}$/.exec(text)?.[1];
  if (expression === undefined) return text;
  const [, input] = /^inputs\.([\w-]+)$/.exec(expression) ?? [];
  if (input !== undefined && Object.hasOwn(inputs, input)) return inputs[input] ?? '';
  const [, step, output] = /^steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(expression) ?? [];
  if (step !== undefined && output !== undefined) return steps[step]?.[output] ?? '';
  throw new Error(`an unsupported expression: ${text}`);
}

async function runStep({ run }: Step, { env, cwd, cancelled }: Omit<ActionJob, 'with'>) {
  const folder = temporaryFolder();
  const names = ['script.sh', 'outputs', 'summary', 'env', 'path', 'state'];
  const [script = '', outputs = '', summary = '', ...others] = names.map((name) => {
    const file = path.join(folder, name);
    writeFileSync(file, name === 'script.sh' ? run : '');
    return file;
  });
  const [GITHUB_ENV, GITHUB_PATH, GITHUB_STATE] = others;
  const files = {
    GITHUB_OUTPUT: outputs,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_ENV,
    GITHUB_PATH,
    GITHUB_STATE,
  };
  const own = { ...env, ...files, GITHUB_WORKSPACE: cwd };
  const { exitCode, log } = await bash([script], { env: own, cwd, cancelled });
  if (others.some((file) => readFileSync(file, 'utf8') !== '')) throw new Error('a step changes the next');
  return {
    exitCode,
    log,
    summary: readFileSync(summary, 'utf8'),
    outputs: pairs(readFileSync(outputs, 'utf8')),
  };
}

/** NAME=VALUE per line; the last value of a name counts. */
function pairs(text: string): StringMap {
  const lines = text.split('\n').filter((line) => line !== '');
  return Object.fromEntries(lines.map((line) => [line.replace(/=.*/, ''), line.replace(/^[^=]*=/, '')]));
}

/** With the options that the runners of GitHub and GitLab give it. */
export function bash(
  args: readonly string[],
  { env, cwd, cancelled }: Omit<ActionJob, 'with'>,
): Promise<{ readonly exitCode: number | null; readonly log: string }> {
  return new Promise((resolve, reject) => {
    const options = ['--noprofile', '--norc', '-e', '-o', 'pipefail'];
    const child = spawn('bash', [...options, ...args], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
    const watch = setInterval(() => cancelled?.() && child.kill('SIGINT'), 50);
    child.once('exit', () => clearInterval(watch));
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, log }));
  });
}

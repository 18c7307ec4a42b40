/** Helpers for the broker tests. The broker is a stub, see stand-in/index.ts. */
import { execFile } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { BrokerAccess } from '../../../contracts/pact/broker/broker-access.ts';
import { findPactBinary } from '../../../contracts/pact/native/native-process.ts';
import type { PactVerificationOptions } from '../../../contracts/pact/provider/verification-options.ts';
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { runInThread } from '../../cli/run-in-thread.ts';
import { cliMain } from '../../cli/support.ts';
import { contract, fakeVerifier, fileOf, kitFolder } from '../support.ts';
import { type StandIn, type StandInOptions, startStandIn } from './stand-in/index.ts';

/** A broker stub that stops when the test ends. */
export async function startBroker(options: StandInOptions = {}): Promise<StandIn> {
  const broker = await startStandIn(options);
  onTestFinished(() => broker.close());
  return broker;
}

export function accessTo(broker: { readonly url: string }): BrokerAccess {
  return { baseUrl: broker.url, credentials: undefined };
}

export interface PactCommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Variables of this process are not passed on: a build that runs these tests may use a broker. */
export function cleanEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(PACT_|PLANT_STORE_|GITHUB_|CI_|FORCE_COLOR$)/.test(name),
  );
  return { ...Object.fromEntries(own), PACT_DO_NOT_TRACK: 'true', NO_COLOR: '1', ...extra };
}

/** `plant-store pact ...` as a user has it. */
export function runPactCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = kitFolder,
): Promise<PactCommandResult> {
  if (cwd === kitFolder) return runInThread(['pact', ...args], cleanEnvironment(env));
  return runProgram(process.execPath, [cliMain, 'pact', ...args], { env, cwd });
}

/** The native client without the kit. */
export function runNativeClient(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<PactCommandResult> {
  return runProgram(findPactBinary(), args, { env, cwd: kitFolder });
}

interface CommandOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

function runProgram(
  program: string,
  args: readonly string[],
  { env, cwd }: CommandOptions,
): Promise<PactCommandResult> {
  return new Promise((resolve) => {
    execFile(program, [...args], { env: cleanEnvironment(env), cwd }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, stdout, stderr });
    });
  });
}

/** A pact of one interaction with the Plant Store: creates a plant and checks only the status. */
export function smallPact({
  consumer = 'web',
  description = 'a request to create a plant',
  status = 200,
  plant = { id: 4711, name: 'Boston fern' } as Json,
  more = {} as Readonly<Record<string, Json>>,
} = {}): string {
  const pact = {
    consumer: { name: consumer },
    provider: { name: 'plant-store' },
    interactions: [
      {
        description,
        request: {
          method: 'POST',
          path: '/plants',
          headers: { 'Content-Type': 'application/json', Authorization: 'Bearer made-up' },
          body: plant,
        },
        response: { status },
      },
    ],
    metadata: { pactSpecification: { version: '3.0.0' } },
    ...more,
  };
  return fileOf(stringifyJson(pact, 2), `${consumer}-plant-store.json`);
}

export const TOKEN = 'the-token-of-the-store';

export function checkOf(baseUrl: string): PactVerificationOptions {
  return { baseUrl: new URL(baseUrl), credentials: { token: TOKEN, byScheme: new Map() }, contract };
}

/** A program that replaces the native client: `ask(path, init)` sends a request to the proxy as the client would. */
export function fakeClient(body: string): string {
  const script = fileOf(
    `const relay = process.argv.join(' ').match(/--broker-(?:base-)?url[= ](\\S+)/)[1];
const headers = { authorization: 'Bearer ' + process.env.PACT_BROKER_TOKEN, 'content-type': 'application/json' };
const ask = (path, init = {}) => fetch(new URL(path, relay), { ...init, headers });
const told = async (path, init) => (await ask(path, init)).json();
${body}
`,
    'client.mjs',
  );
  return fakeVerifier(`exec '${process.execPath}' '${script}' "$@"`);
}

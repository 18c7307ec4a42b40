/** The target of the gate: a running implementation, one that the gate starts, or the mock server. */
import path from 'node:path';
import { openCredentials } from '../../../contracts/conformance/login/open-credentials.ts';
import { getMask } from '../../../contracts/conformance/request/credentials/credential-mask.ts';
import { type Credentials, withLearnedSecrets } from '../../../contracts/options/credentials.ts';
import type { LearnedSecrets } from '../../../contracts/options/learned-secrets.ts';
import { formatColumns } from '../../../contracts/render/text/gate-summary.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import type { TargetKind } from '../../../contracts/report/report.ts';
import { KitError } from '../../../errors.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { CommandInput } from '../../command.ts';
import { type Implementation, startImplementation, withLastLines } from '../../implementation/implementation.ts';
import { displayUrl, parseWaitUrl } from '../../implementation/readiness.ts';
import { connectionOptions } from '../../options/connection-options.ts';
import { loginOptions } from '../../options/login-options.ts';
import { getInteger, getString, readToken, requireBaseUrl } from '../../options/option-values.ts';
import { otherUserOptions, readAllCredentials } from '../../options/shared-options.ts';
import { createProgressLine } from '../../output.ts';
import { LOG_FILE } from '../../report-folder/report-folder.ts';

export interface GateTarget {
  readonly baseUrl: string;
  readonly targetKind: TargetKind;
  readonly credentials: Credentials;
  /** Describes why there can be no verdict, for example a crash; undefined when all is well. */
  failure(): string | undefined;
  close(): Promise<void>;
}

/** Reads the target from the options, before anything is started. Throws `option-invalid` and `target-invalid`. */
export function readTarget(input: CommandInput): TargetPlan {
  const [given] = input.positionals;
  const url = given === undefined ? undefined : requireBaseUrl(input, 0);
  const command = getString(input, 'start');
  const seconds = getInteger(input, 'start-timeout', { min: 1, max: 3_600 });
  if (command === undefined) rejectWithout(input, ['wait-for', 'start-timeout'], "--start 'CMD'");
  if (url === undefined) {
    rejectWithout(
      input,
      ['start', 'auth', ...Object.keys({ ...loginOptions, ...connectionOptions, ...otherUserOptions })],
      'BASE_URL, such as http://127.0.0.1:8080',
    );
    return { kind: 'mock server', token: readToken(input) };
  }
  const credentials = readAllCredentials(input);
  if (command === undefined) return { kind: 'running', url, credentials };
  const waitFor = getString(input, 'wait-for') ?? url;
  return { kind: 'start', url, credentials, command, waitFor, seconds: seconds ?? 60 };
}

/** Rejects options that would be ignored without another one. */
function rejectWithout(input: CommandInput, names: readonly string[], requirement: string): void {
  const name = names.find((one) => input.options[one] !== undefined);
  if (name === undefined) return;
  throw new KitError('option-invalid', `--${name} has no effect without ${requirement}`, {
    fix: `Give ${requirement}, or leave out --${name}; see --help.`,
  });
}

export type TargetPlan =
  | { readonly kind: 'mock server'; readonly token: string | undefined }
  | { readonly kind: 'running'; readonly url: string; readonly credentials: Credentials }
  | {
      readonly kind: 'start';
      readonly url: string;
      readonly credentials: Credentials;
      readonly command: string;
      readonly waitFor: string;
      readonly seconds: number;
    };

/** The log of the implementation may contain what hooks send. */
export function withHookSecrets(plan: TargetPlan, learned: LearnedSecrets): TargetPlan {
  return plan.kind === 'mock server' ? plan : { ...plan, credentials: withLearnedSecrets(plan.credentials, learned) };
}

interface OpenOptions {
  readonly contract: Contract;
  /** Where the log of the implementation is written. */
  readonly folder: string;
  /** Time limit for one exchange, in milliseconds. */
  readonly timeoutMs: number;
}

/** Throws the errors of `startImplementation` and `openCredentials`. */
export async function openTarget(plan: TargetPlan, { contract, folder, timeoutMs }: OpenOptions): Promise<GateTarget> {
  if (plan.kind === 'mock server') return startMockServer(contract, plan.token);
  const { url: baseUrl } = plan;
  const logIn = () => openCredentials({ contract, baseUrl, credentials: plan.credentials, timeoutMs });
  const target = { baseUrl, targetKind: 'implementation' } as const;
  if (plan.kind === 'running')
    return { ...target, credentials: await logIn(), failure: () => undefined, close: async () => {} };
  const secrets = new Set<Credentials>([plan.credentials]);
  const implementation = await startWithProgress(plan.waitFor, () =>
    startImplementation({
      command: plan.command,
      waitFor: plan.waitFor,
      tls: plan.credentials.connection?.tls,
      baseUrl: plan.url,
      timeoutMs: plan.seconds * 1000,
      mask: (text) => [...secrets].reduce((masked, one) => getMask(one)(masked), text),
      logFile: path.join(folder, LOG_FILE),
    }),
  );
  try {
    // The token endpoint may be part of the implementation.
    const credentials = await logIn();
    secrets.add(credentials);
    const failure = () => describeFailure(implementation);
    return { ...target, credentials, failure, close: () => implementation.stop() };
  } catch (error) {
    await implementation.stop();
    throw error;
  }
}

function describeFailure(implementation: Implementation): string | undefined {
  const ended = implementation.describeExit();
  return ended === undefined ? undefined : withLastLines(`the implementation ${ended} during the run`, implementation);
}

/** The mock server is checked over HTTP like any implementation. */
/** Filters and sorted lists show nothing with one record, and not every contract has an operation that creates others. */
const LISTED_RECORDS = 5;

async function startMockServer(contract: Contract, token: string | undefined): Promise<GateTarget> {
  const { serveMock } = await import('../../../mock/serve/mock-server.ts');
  const mock = await serveMock(contract, {
    recordCount: LISTED_RECORDS,
    ...(token === undefined ? {} : { tokens: [token] }),
  });
  return {
    baseUrl: mock.url,
    targetKind: 'mock server',
    credentials: { token: mock.token, byScheme: new Map(Object.entries(mock.credentials)) },
    failure: () => undefined,
    close: () => mock.close(),
  };
}

/** Shows on stderr what is waited for, then a line in the format of the stages. */
async function startWithProgress<Started>(waitFor: string, start: () => Promise<Started>): Promise<Started> {
  const url = displayUrl(parseWaitUrl(waitFor));
  const progress = createProgressLine(process.stderr);
  const startedMs = performance.now();
  progress.show(`starting        until ${url} responds`);
  try {
    const started = await start();
    progress.clear();
    process.stderr.write(`${startedLine(url, performance.now() - startedMs)}\n`);
    return started;
  } catch (error) {
    progress.clear();
    throw error;
  }
}

/** `started         implementation    http://127.0.0.1:8080/ responds (0.4 s)` */
function startedLine(url: string, ms: number): string {
  const text = `${url} responds`;
  return formatColumns(
    { word: 'started', paint: (word) => word, name: 'implementation', text, ms },
    styleFor(process.stderr),
  );
}

/** What the gate is held against: an implementation that is there, one that it starts, or the fake store. */
import path from 'node:path';
import { masker } from '../../../contracts/conformance/request/credentials/mask.ts';
import type { Credentials } from '../../../contracts/options/credentials.ts';
import { inColumns } from '../../../contracts/render/text/gate-summary.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import type { TargetKind } from '../../../contracts/report/report.ts';
import { KitError } from '../../../errors.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { CommandInput } from '../../command.ts';
import {
  type Implementation,
  startImplementation,
  withLastLines,
} from '../../implementation/implementation.ts';
import { shownUrl, waitUrl } from '../../implementation/ready.ts';
import { readCredentials } from '../../options/shared.ts';
import { baseUrl, integer, text, token } from '../../options/values.ts';
import { progressLine } from '../../output.ts';
import { LOG_FILE } from '../../report-folder/report-folder.ts';

export interface GateTarget {
  readonly baseUrl: string;
  readonly targetKind: TargetKind;
  readonly credentials: Credentials;
  /** What has happened to it that keeps a verdict open, in words. */
  mishap(): string | undefined;
  close(): Promise<void>;
}

/** What the options ask for, before anything is started. Throws `option-invalid` and `target-invalid`. */
export function readTarget(input: CommandInput): TargetPlan {
  const [given] = input.positionals;
  const url = given === undefined ? undefined : baseUrl(given);
  const command = text(input, 'start');
  const seconds = integer(input, 'start-timeout', { min: 1, max: 3_600 });
  if (command === undefined) refuseWithout(input, ['wait-for', 'start-timeout'], "--start 'CMD'");
  if (url === undefined) {
    refuseWithout(input, ['start', 'auth'], 'BASE_URL, such as http://127.0.0.1:8080');
    return { kind: 'fake store', token: token(input) };
  }
  const credentials = readCredentials(input);
  if (command === undefined) return { kind: 'there', url, credentials };
  const waitFor = text(input, 'wait-for') ?? url;
  return { kind: 'to start', url, credentials, command, waitFor, seconds: seconds ?? 60 };
}

/** Passed over in silence they would seem to have had an effect. */
function refuseWithout(input: CommandInput, names: readonly string[], needed: string): void {
  const name = names.find((one) => input.options[one] !== undefined);
  if (name === undefined) return;
  throw new KitError('option-invalid', `--${name} has no effect without ${needed}`, {
    fix: `Give ${needed}, or leave --${name} out; see --help.`,
  });
}

export type TargetPlan =
  | { readonly kind: 'fake store'; readonly token: string | undefined }
  | { readonly kind: 'there'; readonly url: string; readonly credentials: Credentials }
  | {
      readonly kind: 'to start';
      readonly url: string;
      readonly credentials: Credentials;
      readonly command: string;
      readonly waitFor: string;
      readonly seconds: number;
    };

/** `folder` is where its log goes. Throws what `startImplementation` throws. */
export async function openTarget(plan: TargetPlan, contract: Contract, folder: string): Promise<GateTarget> {
  if (plan.kind === 'fake store') return openFakeStore(contract, plan.token);
  const there = { baseUrl: plan.url, targetKind: 'implementation', credentials: plan.credentials } as const;
  if (plan.kind === 'there') return { ...there, mishap: () => undefined, close: async () => {} };
  const implementation = await tellStart(plan.waitFor, () =>
    startImplementation({
      command: plan.command,
      waitFor: plan.waitFor,
      baseUrl: plan.url,
      timeoutMs: plan.seconds * 1000,
      mask: masker(plan.credentials),
      logFile: path.join(folder, LOG_FILE),
    }),
  );
  return { ...there, mishap: () => mishapOf(implementation), close: () => implementation.stop() };
}

function mishapOf(implementation: Implementation): string | undefined {
  const ended = implementation.ended();
  return ended === undefined
    ? undefined
    : withLastLines(`the implementation ${ended} during the run`, implementation);
}

/** Judged over HTTP like any other. */
async function openFakeStore(contract: Contract, own: string | undefined): Promise<GateTarget> {
  const { serveMock } = await import('../../../mock/serve/server.ts');
  const mock = await serveMock(contract, own === undefined ? {} : { tokens: [own] });
  return {
    baseUrl: mock.url,
    targetKind: 'fake store',
    credentials: { token: mock.token, byScheme: new Map(Object.entries(mock.credentials)) },
    mishap: () => undefined,
    close: () => mock.close(),
  };
}

/** On stderr: what is waited for while it is, and a line in the form of the stages once it is there. */
async function tellStart<Started>(waitFor: string, start: () => Promise<Started>): Promise<Started> {
  const url = shownUrl(waitUrl(waitFor));
  const progress = progressLine(process.stderr);
  const begun = performance.now();
  progress.show(`starting        until ${url} answers`);
  try {
    const started = await start();
    progress.clear();
    process.stderr.write(`${upLine(url, performance.now() - begun)}\n`);
    return started;
  } catch (error) {
    progress.clear();
    throw error;
  }
}

/** `started         implementation    http://127.0.0.1:8080/ answers (0.4 s)` */
function upLine(url: string, ms: number): string {
  const text = `${url} answers`;
  return inColumns(
    { word: 'started', paint: (word) => word, name: 'implementation', text, ms },
    styleFor(process.stderr),
  );
}

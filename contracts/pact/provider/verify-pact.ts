/** One pact against one implementation: helpers up, verifier through the proxy, every result accounted for. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { KitError } from '../../../errors.ts';
import { masking } from '../../../secrets.ts';
import type { Contract } from '../../../spec/contract.ts';
import type { PactFile } from '../file/pact-file.ts';
import { tagged } from '../file/tagged-pact.ts';
import { verifierBinary } from '../native/binary.ts';
import { runVerifier, type VerifierExit } from '../native/process.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { freshValues } from './fresh-values.ts';
import { type InteractionResult, judge } from './interaction-result.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { redactError, redactResult } from './redact.ts';
import { startStateServer } from './state-server.ts';
import { type InteractionReport, readReport } from './verifier-report.ts';

export interface PactCheck {
  readonly baseUrl: URL;
  readonly token?: string | undefined;
  readonly contract: Contract;
  readonly timeoutMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
  readonly ca?: string | undefined;
  readonly binary?: string | undefined;
}

export interface PactRun {
  readonly results: readonly InteractionResult[];
  /** What the verifier printed, without secrets. */
  readonly output: string;
}

const DEFAULT_TIMEOUT_MS = 5_000;

export async function verifyPact(pact: PactFile, check: PactCheck): Promise<PactRun> {
  const pass = randomBytes(16).toString('hex');
  const standIn = `stand-in-${randomBytes(16).toString('hex')}`;
  const { baseUrl, token, ca, timeoutMs = DEFAULT_TIMEOUT_MS } = check;
  const redact = masking([token, standIn]);
  const proxy = await startRecordingProxy({ baseUrl, token, ca, timeoutMs, standIn, pass });
  const states = await startStateServer(pass, () => ({ token: standIn, ...freshValues() }));
  try {
    const work = { pact, check, pass, ports: { proxy: proxy.port, states: states.port }, timeoutMs };
    const { exit, reports } = await inTemporaryFolder('plant-store-verify-', (folder) =>
      verify(folder, work),
    );
    refuseIncomplete(pact, reports, exit);
    const results = pact.interactions.map((interaction, index) => {
      const exchanges = proxy.exchanges.filter((exchange) => exchange.interaction === index);
      return redactResult(
        judge(interaction, { pact, contract: check.contract, report: reports[index], exchanges }),
        redact,
      );
    });
    return { results, output: redact(exit.output) };
  } catch (error) {
    throw redactError(error, redact);
  } finally {
    await Promise.all([proxy.close(), states.close()]);
  }
}

interface Work {
  readonly pact: PactFile;
  readonly check: PactCheck;
  readonly pass: string;
  readonly ports: { readonly proxy: number; readonly states: number };
  readonly timeoutMs: number;
}

interface Verified {
  readonly exit: VerifierExit;
  readonly reports: readonly InteractionReport[];
}

async function verify(folder: string, { pact, check, pass, ports, timeoutMs }: Work): Promise<Verified> {
  const pactFile = path.join(folder, 'pact.json');
  const reportFile = path.join(folder, 'report.json');
  await writeFile(pactFile, tagged(pact, pass), { mode: 0o600 });
  const exit = await runVerifier({
    binary: check.binary ?? verifierBinary(),
    args: [
      'verifier',
      ...['--file', pactFile, '--provider-name', pact.provider],
      ...['--hostname', '127.0.0.1', '--port', String(ports.proxy)],
      ...['--state-change-url', `http://127.0.0.1:${ports.states}/${pass}`],
      // The proxy gives up first, and knows better why.
      ...['--request-timeout', String(timeoutMs + 2_000)],
      ...['--json', reportFile, '--no-colour'],
    ],
    timeoutMs: check.deadlineMs ?? 15_000 + pact.interactions.length * (timeoutMs + 1_000),
  });
  return { exit, reports: readReport(await readFile(reportFile, 'utf8').catch(() => '')) };
}

/** As many results as interactions, in their order, and an exit code that agrees with them. */
function refuseIncomplete(
  pact: PactFile,
  reports: readonly InteractionReport[],
  { exitCode }: VerifierExit,
): void {
  const [wanted, given] = [pact.interactions, reports];
  if (wanted.length !== given.length)
    throw new KitError(
      'pact-verifier-failed',
      `it reports ${given.length} results for ${wanted.length} interactions`,
    );
  const stranger = wanted.find(({ description, index }) => given[index]?.description !== description);
  if (stranger !== undefined)
    throw new KitError('pact-verifier-failed', `its report holds no result for "${stranger.description}"`);
  // The other way round it is the report that counts: failures of pending interactions end with 0.
  if (exitCode !== 0 && given.every(({ ok }) => ok))
    throw new KitError('pact-verifier-failed', `its exit code ${exitCode} contradicts its report`);
}

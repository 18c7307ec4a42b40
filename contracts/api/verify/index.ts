/**
 * `plant-store/verify`: judges an implementation from a program.
 *
 *     const report = await verify({ baseUrl: 'http://127.0.0.1:8080', spec: 'openapi.yaml', token });
 *     assert.equal(report.verdict.kind, 'conforms', reportText(report));
 */
import { homeDocument } from '../../../spec/kit.ts';
import { contractGiven } from '../../../spec/loading/given.ts';
import { checkOptions } from '../../../spec/options/option-kinds.ts';
import type { Report } from '../../report/report.ts';
import { readOptions, type VerifyOptions, verifyKinds } from './options.ts';
import { endedEarly, type VerificationOptions, verification } from './verification.ts';

export { type ErrorCode, KitError } from '../../../errors.ts';
export type { SpecSource } from '../../../spec/loading/given.ts';
export type { Place } from '../../../spec/model/contract.ts';
export type { Finding, Severity } from '../../finding/finding.ts';
export { type ReportFiles, writeReport } from '../../render/report-files.ts';
export { reportText } from '../../render/text/report-text.ts';
export type { ReportFormat } from '../../render/write.ts';
export type { Report, Verdict } from '../../report/report.ts';
export type { Shard } from '../../report/shard.ts';
export type { StageReport, ToldFinding } from '../../report/stage.ts';
export type { VerifyOptions } from './options.ts';

/**
 * Sends requests to an implementation and judges its answers by the contract; the value is what the JSON report holds.
 * That it breaks the contract is no error: see `verdict`. Throws a KitError when nothing can be judged: options that
 * cannot be, a document that cannot be read, an implementation that is not there or refuses the credentials.
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  checkOptions(options, verifyKinds);
  return orAborted(() => judged(options), options.signal);
}

/** A signal is looked at after each wait: nothing is sent any more once whoever asked has gone. */
async function judged(options: VerifyOptions): Promise<Report> {
  const { spec = homeDocument, signal } = options;
  const runOf = await readOptions(options);
  endIfAborted(signal);
  const contract = await contractGiven(spec);
  endIfAborted(signal);
  return reportOf(runOf(contract), signal);
}

async function reportOf(run: VerificationOptions, signal: AbortSignal | undefined): Promise<Report> {
  for await (const event of verification(run)) {
    if (event.type === 'finished') return event.report;
    endIfAborted(signal);
  }
  throw endedEarly();
}

/**
 * Whoever aborts waits neither for the document nor for the exchange that is under way; the run ends by itself after it.
 * An aborted signal tells nobody any more, so that it is asked before it is listened to.
 */
async function orAborted<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work();
  endIfAborted(signal);
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function endIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw signal.reason;
}

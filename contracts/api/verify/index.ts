/**
 * `plant-store/verify`: checks an implementation from a program.
 *
 *     const report = await verify({ baseUrl: 'http://127.0.0.1:8080', spec: 'openapi.yaml', token });
 *     assert.equal(report.verdict.kind, 'conforms', reportText(report));
 */
import '../../../node-version.ts';

import { defaultDocument } from '../../../spec/kit.ts';
import { loadSpecSource } from '../../../spec/loading/spec-source.ts';
import { checkOptions } from '../../../spec/options/option-validation.ts';
import { openCredentials } from '../../conformance/login/open-credentials.ts';
import { withAlso } from '../../options/credentials.ts';
import type { Report } from '../../report/report.ts';
import { withConfigurationFile } from './configured-options.ts';
import { readRunOptions } from './run-options.ts';
import { openGivenHooks, supplyValues } from './supplied.ts';
import { missingResultError, runVerification, type VerificationRunOptions } from './verification.ts';
import { type VerifyOptions, verifyOptionKinds } from './verify-options.ts';

export { type ErrorCode, KitError } from '../../../errors.ts';
export type { SpecSource } from '../../../spec/loading/spec-source.ts';
export type { Place } from '../../../spec/model/contract.ts';
export type { GivenValues } from '../../configuration/values/given-values.ts';
export type { Finding, Severity } from '../../finding/finding.ts';
export type {
  HookCase,
  HookCheck,
  HookCheckFunction,
  HookCheckInput,
  HookContext,
  HookExchange,
  HookOperation,
  HookRequest,
  HookResponse,
  Hooks,
  HookViolation,
  RequestChange,
  RequestContext,
  ValuesContext,
} from '../../hooks/hooks.ts';
export type { FailOn } from '../../options/fail-on.ts';
export { reportText } from '../../render/text/conformance-text.ts';
export type { ReportFormat } from '../../render/write-reports.ts';
export { type ReportFiles, writeReport } from '../../render/write-reports.ts';
export type { ProfileName } from '../../report/profile.ts';
export type { Report, Shard, Verdict } from '../../report/report.ts';
export type { ReportedFinding, StageReport } from '../../report/stage-report.ts';
export type { VerifyOptions } from './verify-options.ts';

/**
 * Sends requests to an implementation and checks its responses against the contract. Resolves to the same data as the
 * JSON report. An implementation that does not conform is not an exception: see `verdict`. Throws a KitError when
 * nothing can be checked: invalid options, a document that cannot be read, an implementation that cannot be reached or
 * rejects the credentials.
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  checkOptions(options, verifyOptionKinds);
  return raceWithAbort(() => readAndVerify(options), options.signal);
}

/** Checks the signal after each await, so that nothing more is sent after an abort. */
async function readAndVerify(given: VerifyOptions): Promise<Report> {
  const configured = await withConfigurationFile(given);
  const { spec = defaultDocument, overlay, strictSpec = false, refRoot, signal } = configured.options;
  const createRun = await readRunOptions(configured);
  throwIfAborted(signal);
  const contract = await loadSpecSource(spec, overlay, { mode: strictSpec ? 'strict' : 'lenient', refRoot });
  throwIfAborted(signal);
  const hooks = await openGivenHooks(configured);
  const supplied = await supplyValues(contract, configured, hooks);
  throwIfAborted(signal);
  const run = createRun(supplied.contract);
  const credentials = await openCredentials(run);
  throwIfAborted(signal);
  const masked = withAlso(credentials, { alsoSecret: supplied.secrets, learned: hooks?.learned });
  return finalReport({ ...run, credentials: masked, hooks }, signal);
}

async function finalReport(run: VerificationRunOptions, signal: AbortSignal | undefined): Promise<Report> {
  for await (const event of runVerification(run)) {
    if (event.type === 'finished') return event.report;
    throwIfAborted(signal);
  }
  throw missingResultError();
}

/**
 * Rejects immediately on abort, without waiting for the document or for the current exchange; the run then stops by
 * itself. A signal that is already aborted fires no event, so it is checked first.
 */
async function raceWithAbort<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work();
  throwIfAborted(signal);
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw signal.reason;
}

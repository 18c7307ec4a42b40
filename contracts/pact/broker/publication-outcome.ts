/** The outcome of each pact of a verification through the broker, and errors of fetching and publishing. */
import { KitError } from '../../../errors.ts';
import type { Mask } from '../../../secrets/masking.ts';
import { isJsonObject, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import type { VerifierResult } from '../native/native-process.ts';
import type { InteractionResult } from '../provider/interaction-result.ts';
import { assertNoFailures } from './broker-cli.ts';
import {
  type BrokerExchange,
  type BrokerRequest,
  errorText,
  isSuccessResponse,
  responseObject,
} from './broker-exchange.ts';
import type { FetchedPact, FetchedPacts, ListedPact } from './fetched-pacts.ts';
import { isResultRequest } from './result-publication.ts';

export interface ReportedPact {
  /** The broker's name for the pact. */
  readonly name: string;
  /** Its URL at the broker. */
  readonly file: string | undefined;
  readonly isPending: boolean;
  readonly isWorkInProgress: boolean;
  /** The result that the broker has accepted; undefined if none. */
  readonly published: 'success' | 'failure' | undefined;
  /** Why the pact was not verified. */
  readonly rejectionReason: string | undefined;
}

/** `mask` is applied to names and reasons, which come from the broker. */
export function reportPacts(
  { accepted, rejected }: FetchedPacts,
  log: readonly BrokerExchange[],
  mask: Mask,
): readonly ReportedPact[] {
  const baseFields = ({ name, isPending, isWorkInProgress }: ListedPact) => ({
    name: mask(name),
    isPending,
    isWorkInProgress,
  });
  return [
    ...accepted.map((one) => {
      return {
        ...baseFields(one),
        file: one.pact.file,
        published: publishedResult(one, log),
        rejectionReason: undefined,
      };
    }),
    ...rejected.map((one) => {
      const reason = mask(`${one.error.title}: ${one.error.detail}`);
      return { ...baseFields(one), file: one.error.where, published: undefined, rejectionReason: reason };
    }),
  ];
}

/** Throws unless each listed pact was accepted or rejected; other failures are reported with their own errors. */
export function assertAllFetched(
  { listed, accepted, rejected }: FetchedPacts,
  log: readonly BrokerExchange[],
  { output }: VerifierResult,
): void {
  assertNoFailures(log.filter(({ request }) => !isPublishRequest(request)));
  if (listed === undefined) {
    const last = log.findLast((one) => !isSuccessResponse(one));
    // A provider that is unknown to the broker has no pacts.
    if (last?.outcome.kind === 'response' && last.outcome.status === 404 && isListRequest(last.request)) return;
    if (last !== undefined) throw new KitError('broker-rejected', `${last.request.path}: ${errorText(last)}`);
    throw new KitError('broker-unusable', `the verifier could not find the pacts:\n${lastLines(output)}`);
  }
  const missing = listed.length - accepted.length - rejected.length;
  if (missing === 0) return;
  const last = log.findLast((one) => !isSuccessResponse(one));
  const reason = last === undefined ? '' : `: ${last.request.path}: ${errorText(last)}`;
  throw new KitError('broker-unusable', `${missing} of ${listed.length} pacts could not be fetched${reason}`);
}

function isListRequest({ path }: BrokerRequest): boolean {
  return path.endsWith('/for-verification');
}

/** Requests that publish the branch of the provider's version or a result. */
function isPublishRequest(request: BrokerRequest): boolean {
  return isResultRequest(request) || request.method === 'PUT' || /^\/pacticipants\//.test(request.path);
}

export interface PublicationCheck {
  readonly accepted: readonly FetchedPact[];
  readonly log: readonly BrokerExchange[];
  readonly publish: boolean;
  readonly results: readonly InteractionResult[];
}

/** The verifier only logs a failed publication and exits with 0. Undefined if everything was published. */
export function findPublicationError({ accepted, log, publish, results }: PublicationCheck): KitError | undefined {
  if (!publish) return undefined;
  try {
    assertNoFailures(log.filter(({ request }) => isPublishRequest(request)));
  } catch (error) {
    if (error instanceof KitError) return notPublishedError(error);
    throw error;
  }
  const rejected = log.find((one) => isPublishRequest(one.request) && !isSuccessResponse(one));
  if (rejected !== undefined)
    return new KitError(
      'broker-rejected',
      `results were not published: ${rejected.request.path}: ${errorText(rejected)}`,
    );
  const unreported = accepted.find((one) => publishedResult(one, log) === undefined);
  if (unreported !== undefined)
    return new KitError('broker-unusable', `no result was published for: ${unreported.name}`);
  return findContradiction(accepted, log, results);
}

function notPublishedError({ code, detail, fix }: KitError): KitError {
  return new KitError(code, `results were not published: ${detail}`, { fix });
}

/** A published success must match the results of this run. */
function findContradiction(
  accepted: readonly FetchedPact[],
  log: readonly BrokerExchange[],
  results: readonly InteractionResult[],
): KitError | undefined {
  const mismatch = accepted.find((one) => {
    const pactResults = results.filter(({ pactFile }) => pactFile === one.pact.file);
    return publishedResult(one, log) === 'success' && pactResults.some(({ status }) => status !== 'passed');
  });
  if (mismatch === undefined) return undefined;
  return new KitError('pact-verifier-failed', `a success was published for a pact that did not pass: ${mismatch.name}`);
}

/** The broker returns the result that it has accepted; any other response, such as a login page, accepts nothing. */
function publishedResult({ resultPath }: FetchedPact, log: readonly BrokerExchange[]): ReportedPact['published'] {
  const exchange = log.findLast(
    (one) => isResultRequest(one.request) && one.request.path === resultPath && isSuccessResponse(one),
  );
  const parsed = exchange === undefined ? undefined : parseJsonBytes(exchange.request.body);
  if (exchange === undefined || parsed?.ok !== true || !isJsonObject(parsed.value)) return undefined;
  if (responseObject(exchange).success !== parsed.value.success) return undefined;
  return parsed.value.success === true ? 'success' : 'failure';
}

function lastLines(output: string): string {
  return output.trimEnd().split('\n').slice(-8).join('\n');
}

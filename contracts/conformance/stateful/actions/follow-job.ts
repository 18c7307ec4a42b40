/** Reads the job that a 202 refers to, until it has ended. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { findResponse, isSecured, type Operation } from '../../../../spec/model/contract.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { findPathParameter, matchPath, parameterNames, splitPath } from '../../../../spec/resources/path-templates.ts';
import { jsonMedia, successMedia } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { headerValue } from '../../../http/headers.ts';
import { type Exchange, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import { isInvalidCredential } from '../../request/credentials/security-alternatives.ts';
import { createIdentifierTarget, identifyRecord } from '../model/identify-record.ts';
import { getProperty, parseBody } from '../model/response-records.ts';
import type { OperationExchange } from '../model/runtime-expressions.ts';
import { toleratesMissing } from '../model/tolerated-responses.ts';
import { minimalRequestSpec, withPathValues } from '../records/record-requests.ts';
import type { TransitionContext } from './transition-context.ts';

export type JobContext = Pick<TransitionContext, 'contract' | 'fresh'>;

/** How a job ended; undefined while it has not, or when it is not known. */
type JobEnd = 'succeeded' | 'failed' | undefined;

/** The operations that read the jobs of an operation: a link of its 202 points to them, or they return the same schema. */
export function jobReaders({ responses }: Operation, operations: readonly Operation[]): readonly Operation[] {
  const accepted = responses.find(({ status }) => status === '202');
  if (accepted === undefined) return [];
  const linked = new Set(accepted.links?.map(({ operation }) => operation));
  const schema = jsonMedia(accepted.content)?.schema;
  return operations.filter((operation) => {
    if (operation.method !== 'GET' || !/\{[^/{}]+\}\/*$/.test(operation.path)) return false;
    if (linked.has(operation.id)) return true;
    const place = successMedia(operation)?.schema?.place;
    return schema !== undefined && place?.file === schema.place.file && place.pointer === schema.place.pointer;
  });
}

export function* followJob({ contract, fresh }: JobContext, accepted: OperationExchange): StepGenerator<JobEnd> {
  const location = locationPath(accepted);
  const readers = jobReaders(accepted.operation, contract.operations);
  const isAt = ({ path }: Operation) => location !== undefined && matchPath(path, location) !== undefined;
  const located =
    readers.find(isAt) ??
    contract.operations.find((one) => one.method === 'GET' && isAt(one) && stateName(one) !== undefined);
  const reader = located ?? readers[0];
  const baseline = reader && deriveBaseline(reader, [], contract.operations);
  if (reader === undefined || baseline === undefined || !isBaseline(baseline)) return undefined;
  const values = jobValues(reader, located === undefined ? undefined : location, { accepted, contract });
  const target = values && withPathValues(baseline, values);
  if (values === undefined || target === undefined) return undefined;
  const job = acceptedJob(reader, values, accepted);
  const requestSpec = minimalRequestSpec(target, fresh);
  if (
    located === undefined &&
    location !== undefined &&
    isJobLocation(accepted.operation) &&
    isOther(location, contract.operations)
  )
    yield {
      operation: reader,
      requestSpec: { ...requestSpec, path: location },
      description: 'its Location is followed',
      tolerated: toleratesMissing,
      expectedState: { expects: 'record', record: job },
    };
  if (!job.isConfirmed && !(yield* appears(reader, requestSpec))) return undefined;
  const stateProperty = stateName(reader);
  let delayMs = 0;
  for (let waitedMs = 0; waitedMs <= MAX_WAIT_MS; waitedMs += delayMs) {
    const exchange: Exchange = yield {
      operation: reader,
      requestSpec,
      description: 'its job is read',
      ...(delayMs > 0 && { delayMs }),
      tolerated: toleratesMissing,
      expectedState: { expects: 'record', record: { ...job, isConfirmed: true } },
    };
    if (!isSuccessfulExchange(exchange)) return undefined;
    if (delayMs === 0) yield* readWithoutCredentials(target, requestSpec);
    const state = stateProperty === undefined ? undefined : getProperty(parseBody(exchange), stateProperty);
    if (typeof state !== 'string') return undefined;
    if (isSuccessful(state)) return 'succeeded';
    if (hasFailed(state)) return 'failed';
    delayMs = nextDelay(exchange, delayMs);
  }
  return undefined;
}

/** Whether the result of a 202 exists: it may do so only later, and then its requests are not found. */
function* appears(operation: Operation, requestSpec: RequestSpec): StepGenerator<boolean> {
  let delayMs = 0;
  for (let waitedMs = 0; waitedMs <= MAX_WAIT_MS; waitedMs += delayMs) {
    const exchange: Exchange = yield {
      operation,
      requestSpec,
      description: 'its result is read',
      ...(delayMs > 0 && { delayMs }),
      tolerated: toleratesMissing,
    };
    const isMissing = [404, 410].includes(statusOf(exchange) ?? 0);
    if (!isMissing) return isSuccessfulExchange(exchange);
    delayMs = nextDelay(exchange, delayMs);
  }
  return false;
}

/** Elsewhere only names that do not exist are requested: a job exists only here. */
function* readWithoutCredentials(target: BaselineRequest, requestSpec: RequestSpec): StepGenerator<void> {
  const { operation } = target;
  const credentials = { schemes: [] };
  if (!isSecured(operation) || !isInvalidCredential(target, credentials)) return;
  yield {
    operation,
    requestSpec: { ...requestSpec, credentials },
    description: 'its job is read without credentials',
    expectation: 'unspecified',
    expectedState: { expects: 'denial', place: operation.security[0]?.place ?? operation.place },
  };
}

/** A job that takes longer is not followed to its end. */
const MAX_WAIT_MS = 2_500;

function nextDelay(exchange: Exchange, delayMs: number): number {
  return retryDelay(exchange) ?? Math.max(100, delayMs * 2);
}

function retryDelay({ outcome }: Exchange): number | undefined {
  const seconds = outcome.kind === 'response' ? headerValue(outcome.response.headers, 'retry-after') : undefined;
  return seconds !== undefined && /^\d+$/.test(seconds) && seconds !== '0' ? Number(seconds) * 1_000 : undefined;
}

const isSuccessful = (state: string) =>
  /^(?:done|completed?|finished|succeeded|success|successful|ready)$/i.test(state);
const hasFailed = (state: string) =>
  /^(?:failed|failure|error|errored|cancell?ed|aborted|expired|rejected)$/i.test(state);

/** The property with the state of a job, whose values name an end. */
function stateName(reader: Operation): string | undefined {
  const schema = successMedia(reader)?.schema;
  if (schema === undefined) return undefined;
  const properties = [...flattenSchema(schema).properties];
  return properties.find(([, given]) =>
    flattenSchema(given).enum?.some((value) => typeof value === 'string' && isSuccessful(value)),
  )?.[0];
}

/** Below the base URL, without a query. */
function locationPath({ requestSpec, exchange: { request, outcome } }: OperationExchange): string | undefined {
  const location = outcome.kind === 'response' ? headerValue(outcome.response.headers, 'location') : undefined;
  const target = location === undefined ? null : URL.parse(location, request.url);
  const [path = ''] = requestSpec.path.split('?');
  const end = request.url.lastIndexOf(path);
  if (target === null || path === '' || end < 0) return undefined;
  const base = request.url.slice(0, end);
  target.hash = '';
  target.search = '';
  return target.href.startsWith(`${base}/`) ? target.href.slice(base.length) : undefined;
}

/** The path values of the job: those in its Location, or the one that a link or its body names. */
function jobValues(
  reader: Operation,
  location: string | undefined,
  { accepted, contract }: { readonly accepted: OperationExchange; readonly contract: JobContext['contract'] },
): readonly Json[] | undefined {
  const located = location === undefined ? undefined : matchPath(reader.path, location);
  if (located !== undefined) return located;
  const parameter = findPathParameter(reader, parameterNames(reader.path).length - 1);
  if (parameter === undefined || parameterNames(reader.path).length !== 1) return undefined;
  const target = { item: reader.path, parameter, idName: jobIdName(reader) };
  const identified = identifyRecord(accepted, createIdentifierTarget(contract.operations, target));
  return identified?.isConfirmed === true ? [identified.value] : undefined;
}

function jobIdName(reader: Operation): string | undefined {
  const schema = successMedia(reader)?.schema;
  const names = schema === undefined ? [] : [...declaredProperties(schema).keys()];
  return names.find((name) => name === parameterNames(reader.path).at(-1)) ?? names.find((name) => name === 'id');
}

function acceptedJob(reader: Operation, pathValues: readonly Json[], accepted: OperationExchange): KnownRecord {
  return {
    pathValues,
    idName: jobIdName(reader),
    read: reader,
    remove: undefined,
    isConfirmed: existsAtOnce(reader, accepted.operation),
    writes: [{ kind: 'create', ...accepted }],
    lastShown: accepted.exchange,
    isStillShown: false,
  };
}

/**
 * Whether it is a job, which a 202 has started. Otherwise it may be the result, which need not exist yet: where it has no
 * state, or is a record of the collection that the request was sent to.
 */
function existsAtOnce(reader: Operation, started: Operation): boolean {
  if (stateName(reader) === undefined) return false;
  const links = findResponse(started, 202)?.links ?? [];
  if (isJobLocation(started) || links.some(({ operation }) => operation === reader.id)) return true;
  const isResult = splitPath(reader.path).collection === splitPath(started.path).collection;
  return !isResult && isAboutJob(`${reader.path} ${reader.description ?? ''}`);
}

/** The Location of a 202 may also be that of what will be created, unless the contract says that it is the job's. */
function isJobLocation(operation: Operation): boolean {
  const { description = '', headers = [] } = findResponse(operation, 202) ?? {};
  const header = headers.find(({ name }) => /^location$/i.test(name));
  return header !== undefined && /\bLocation\b/.test(description) && isAboutJob(description);
}

function isAboutJob(text: string): boolean {
  return /\b(?:job|task|operation|status|state|progress|poll)/i.test(text);
}

/** Whether it is the path of another kind of record. */
function isOther(location: string, operations: readonly Operation[]): boolean {
  return operations.some(({ method, path }) => method === 'GET' && matchPath(path, location) !== undefined);
}

/** Reads a record of a sequence, also at the URL in its `Location` (RFC 9110, section 10.2.2). */
import { expandPath, matchPath, toPathText } from '../../../../spec/resources/path-templates.ts';
import { headerValue } from '../../../http/headers.ts';
import { type Exchange, isSuccessfulExchange } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { toleratesMissing } from '../model/tolerated-responses.ts';
import { minimalRequestSpec, recordBaseline } from './record-requests.ts';
import type { StepContext } from './step-context.ts';

/** Returns the record unchanged when there is no read operation. With `onlyProperty`, only that property is checked. */
export function* readRecord(
  { resourceOperations, fresh }: StepContext,
  record: KnownRecord,
  onlyProperty?: string,
): StepGenerator<KnownRecord> {
  const baseline = recordBaseline(resourceOperations, 'read', record);
  if (baseline === undefined) return record;
  const { operation } = baseline;
  const expectedState = {
    expects: 'record',
    record,
    ...(onlyProperty !== undefined && { onlyProperty }),
  } as const;
  const requestSpec = minimalRequestSpec(baseline, fresh);
  const exchange = yield {
    operation,
    requestSpec,
    description: 'it is read',
    tolerated: toleratesMissing,
    expectedState,
  };
  if (!isSuccessfulExchange(exchange)) return { ...record, isMissing: true };
  const readResult = { ...withCurrentName(record, exchange), lastShown: exchange };
  if (record.writes.some((write) => write.exchange === record.lastShown))
    yield* followLocation(baseline, readResult, requestSpec);
  return readResult;
}

/** The record, with the name that it was found under. */
function withCurrentName(record: KnownRecord, { renamedTo: name }: Exchange): KnownRecord {
  return name === undefined ? record : { ...record, foundAs: { name, writeCount: record.writes.length } };
}

/** Follows a `Location` below the same base URL that differs from the URL of `requestSpec`, the read just sent. */
function* followLocation(
  { operation }: BaselineRequest,
  record: KnownRecord,
  requestSpec: RequestSpec,
): StepGenerator<void> {
  const location = creationLocation(record);
  const path = location === undefined ? undefined : pathBelowBase(record, location, requestSpec);
  if (location === undefined || path === undefined) return;
  const [pathname = ''] = path.split('?');
  const names = matchPath(operation.path, pathname);
  const isSamePath = names?.every((name, index) => name === toPathText(record.pathValues[index] ?? ''));
  if (isSamePath === true) return;
  yield {
    operation,
    requestSpec: { ...requestSpec, path },
    description: 'its Location is followed',
    expectation: 'unspecified',
    expectedState: { expects: 'record', record, location },
  };
}

function creationLocation({ writes: [first] }: KnownRecord): string | undefined {
  return first === undefined ? undefined : locationHeader(first.exchange);
}

function locationHeader({ outcome }: Exchange): string | undefined {
  return outcome.kind === 'response' ? headerValue(outcome.response.headers, 'location') : undefined;
}

/** Undefined when it is outside the base URL, or no valid URL. */
function pathBelowBase(
  { writes: [first], lastShown }: KnownRecord,
  location: string,
  requestSpec: RequestSpec,
): string | undefined {
  const url = lastShown?.request.url ?? '';
  const [path = ''] = requestSpec.path.split('?');
  const base = url.slice(0, url.lastIndexOf(path));
  const target = first === undefined ? null : URL.parse(location, first.exchange.request.url);
  if (target === null || path === '') return undefined;
  target.hash = '';
  return target.href.startsWith(`${base}/`) ? target.href.slice(base.length) : undefined;
}

/** Whether the URL is the record's path behind a prefix, perhaps for a proxy that is absent in this run. */
export function isBehindPrefix(location: string, { read, pathValues }: KnownRecord): boolean {
  const [path = ''] = location.split(/[?#]/);
  return read !== undefined && path.endsWith(expandPath(read.path, pathValues));
}

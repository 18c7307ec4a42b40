/**
 * Finds operations that do not exist yet: every request gets 501, or the response of a path that does not exist, or 405
 * with only other methods in Allow. That says nothing about their behaviour, so that it is neither right nor wrong.
 */
import { parseJsonBytes } from '../../../spec/json/exact-json.ts';
import { findMediaType, findResponse, type Operation } from '../../../spec/model/contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { headerValue } from '../../http/headers.ts';
import type { NotBuiltOperation } from '../../report/stage-report.ts';
import type { ReceivedResponse } from '../model/exchange.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import { deriveBaseline, isBaseline } from '../request/baseline-request.ts';
import { validRequestSpec } from '../request/build-request-spec.ts';
import { responseFingerprint, unknownPath } from './response-fingerprint.ts';
import type { Session } from './session.ts';

export interface BuiltOperations {
  /**
   * Whether an operation does not exist yet. Sends requests the first time, unless one has succeeded. Ask only after a
   * valid request has failed, of an operation about a record one that names a record of the run, if it has any.
   */
  isNotBuilt(operation: Operation): Promise<boolean>;
  /** Those that were found, in the order in which they were asked about. */
  notBuilt(): readonly NotBuiltOperation[];
}

export function createBuiltOperations(session: Session): BuiltOperations {
  const reasons = new Map<Operation, Promise<string | undefined>>();
  const found = new Map<Operation, string>();
  return {
    isNotBuilt,
    notBuilt: () =>
      [...found]
        .filter(([operation]) => !session.hasSucceeded(operation))
        .map(([operation, reason]) => ({ operation: operation.id, reason })),
  };

  async function isNotBuilt(operation: Operation): Promise<boolean> {
    if (session.hasSucceeded(operation)) return false;
    const known = reasons.get(operation) ?? findReason(session, operation, isNotBuilt);
    reasons.set(operation, known);
    const reason = await known;
    if (reason !== undefined) found.set(operation, reason);
    return reason !== undefined;
  }
}

/** The statuses of operations that do not exist. */
export const missingStatuses: ReadonlySet<number> = new Set([404, 405, 501]);

async function findReason(
  session: Session,
  operation: Operation,
  isNotBuilt: BuiltOperations['isNotBuilt'],
): Promise<string | undefined> {
  if (session.unreachableReason() !== undefined) return undefined;
  const valid = harmlessRequest(session, operation);
  const response = valid && (await send(session, operation, valid));
  if (valid === undefined || response === undefined) return undefined;
  if (response.status === 501) return `${nameOf(operation)} gets 501 (not implemented)`;
  if (response.status === 405) return describeOtherMethods(operation, response);
  if (response.status !== 404 || !(await isSameAsUnknown(session, operation, valid, response))) return undefined;
  const bare = bareRequest(valid);
  const bareResponse = await send(session, operation, bare);
  if (bareResponse === undefined || !(await isSameAsUnknown(session, operation, bare, bareResponse))) return undefined;
  const isCertain = operation.path.includes('{')
    ? isOutsideContract(operation, response) && (await canNameRecord(session, operation, isNotBuilt))
    : true;
  return isCertain ? `${nameOf(operation)} gets the 404 of a path that does not exist` : undefined;
}

/**
 * A 404 may be about the record, unless the run could create one, whose name it then has sent; or unless the collection
 * of the records does not exist either.
 */
async function canNameRecord(
  session: Session,
  { path }: Operation,
  isNotBuilt: BuiltOperations['isNotBuilt'],
): Promise<boolean> {
  const collection = path.slice(0, path.lastIndexOf('/{'));
  const operations = session.target.contract.operations.filter((one) => one.path === collection);
  if (operations.some((one) => one.method === 'POST' && session.hasAccepted(one))) return true;
  for (const one of operations) if (!(await isNotBuilt(one))) return false;
  return operations.length > 0;
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/**
 * A valid request; unless it only reads, the names in its path are those of no record. Undefined for the deletion of
 * all records.
 */
function harmlessRequest(session: Session, operation: Operation): RequestSpec | undefined {
  if (operation.method === 'DELETE' && !operation.path.includes('{')) return undefined;
  const baseline = deriveBaseline(
    operation,
    session.schemes.get(operation.id) ?? [],
    session.target.contract.operations,
  );
  if (!isBaseline(baseline)) return undefined;
  const valid = validRequestSpec(baseline, session.fresh.reserveForRepeat({}));
  if (operation.method === 'GET' || !operation.path.includes('{')) return valid;
  const query = valid.path
    .split('?')
    .slice(1)
    .map((text) => `?${text}`);
  return { ...valid, path: [operation.path.replaceAll(/\{[^}]*\}/g, UNKNOWN_NAME), ...query].join('') };
}

const UNKNOWN_NAME = 'plant-store-names-no-record';

/** Without a body and credentials, of which an operation that does not exist needs none. */
function bareRequest(valid: RequestSpec): RequestSpec {
  const headers = valid.headers.filter(([name]) => !/^content-/i.test(name));
  return { ...valid, headers, body: undefined, value: undefined, credentials: { schemes: [] } };
}

async function isSameAsUnknown(
  session: Session,
  operation: Operation,
  sent: RequestSpec,
  response: ReceivedResponse,
): Promise<boolean> {
  const unknown = await send(session, operation, { ...sent, path: unknownPath });
  return unknown !== undefined && textOf(unknown, unknownPath) === textOf(response, sent.path);
}

/** Also of a page, whose text may distinguish a missing path from a missing record. */
function textOf(response: ReceivedResponse, path: string): string {
  const [pathname = ''] = path.split('?');
  const page = Buffer.from(response.body).toString('utf8').replaceAll(path, '').replaceAll(pathname, '');
  return JSON.stringify([responseFingerprint(response, path), page.replaceAll(varyingParts, '')]);
}

const varyingParts = /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b|[\da-f-]{12,}|\d+/gi;

async function send(session: Session, operation: Operation, spec: RequestSpec): Promise<ReceivedResponse | undefined> {
  const { outcome } = await session.send({ operation }, { ...spec, mayNotExist: true });
  return outcome.kind === 'response' ? outcome.response : undefined;
}

/** Allow lists the methods that there are (RFC 9110, section 15.5.6). */
function describeOtherMethods(operation: Operation, { headers }: ReceivedResponse): string | undefined {
  const allowed = (headerValue(headers, 'allow') ?? '').split(',').map((method) => method.trim().toUpperCase());
  const others = allowed.filter((method) => /^[A-Z]+$/.test(method));
  if (others.length === 0 || others.includes(operation.method)) return undefined;
  return `${nameOf(operation)} gets 405, which allows only ${others.join(', ')}`;
}

/** The response does not match what the operation declares, so that it does not come from the operation. */
function isOutsideContract(operation: Operation, { status, headers, body }: ReceivedResponse): boolean {
  const declared = findResponse(operation, status);
  if (declared === undefined) return true;
  if (declared.content.length === 0) return false;
  const media = findMediaType(declared.content, headerValue(headers, 'content-type') ?? '');
  if (media === undefined) return true;
  const parsed = parseJsonBytes(body);
  return media.schema !== undefined && (!parsed.ok || !isValid(media.schema, parsed.value, 'response'));
}

/** Detects a base URL below which there is none of the operations: a wrong base path or port, or another server. */
import { KitError } from '../../../errors.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { headerValue } from '../../http/headers.ts';
import type { ReceivedResponse } from '../model/exchange.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import { deriveBaseline, isBaseline } from '../request/baseline-request.ts';
import { rawRequestSpec, validRequestSpec } from '../request/build-request-spec.ts';
import { mayBeUnmounted } from '../session/mount-evidence.ts';
import { responseFingerprint, unknownPath } from '../session/response-fingerprint.ts';
import type { Session } from '../session/session.ts';

/**
 * Call after the first requests. If each response so far was that of a server without the operations, requests one
 * operation after the other, without effects, and a path that does not exist. Throws `nothing-mounted` if all get the
 * same response.
 */
export async function throwIfNothingMounted(session: Session): Promise<void> {
  if (session.isAnythingMounted() || !session.hasResponded()) return;
  const { operations } = session.target.contract;
  const [first] = operations;
  const unknown = first === undefined ? undefined : await sendUnknownPath(session, first);
  if (first === undefined || unknown === undefined || !mayBeUnmounted(first, unknown)) return session.assumeMounted();
  const fingerprint = responseFingerprint(unknown, unknownPath);
  let count = 0;
  for (const operation of operations) {
    const requestSpec = harmlessRequest(session, operation);
    if (requestSpec === undefined) continue;
    const response = await sendPlain(session, operation, requestSpec);
    const isSame = response !== undefined && responseFingerprint(response, requestSpec.path) === fingerprint;
    if (!isSame || !mayBeUnmounted(operation, response)) return session.assumeMounted();
    count++;
  }
  if (count === 0) return session.assumeMounted();
  throw nothingMountedError(session, { count, first, response: unknown });
}

function sendUnknownPath(session: Session, operation: Operation): Promise<ReceivedResponse | undefined> {
  const requestSpec: RequestSpec = {
    path: unknownPath,
    headers: [['Accept', '*/*']],
    body: undefined,
    value: undefined,
    credentials: { schemes: [] },
    method: 'GET',
  };
  return sendPlain(session, operation, requestSpec);
}

async function sendPlain(
  session: Session,
  operation: Operation,
  requestSpec: RequestSpec,
): Promise<ReceivedResponse | undefined> {
  const { outcome } = await session.send({ operation }, requestSpec);
  return outcome.kind === 'response' ? outcome.response : undefined;
}

/** A read, or a write that no implementation can carry out: its body ends after the first character. */
function harmlessRequest(session: Session, operation: Operation): RequestSpec | undefined {
  const { operations } = session.target.contract;
  const baseline = deriveBaseline(operation, session.schemes.get(operation.id) ?? [], operations);
  if (!isBaseline(baseline)) return undefined;
  const fresh = session.fresh.reserve({});
  if (operation.method === 'GET') return validRequestSpec(baseline, fresh);
  const isWrite = ['POST', 'PUT', 'PATCH'].includes(operation.method) && operation.requestBody?.required === true;
  return isWrite ? rawRequestSpec(baseline, { content: '{', contentType: 'application/json' }) : undefined;
}

interface UnmountedResult {
  /** The number of operations that were requested. */
  readonly count: number;
  readonly first: Operation;
  readonly response: ReceivedResponse;
}

function nothingMountedError({ target }: Session, { count, first, response }: UnmountedResult): KitError {
  const { contract, baseUrl } = target;
  const type = headerValue(response.headers, 'content-type') ?? 'without a media type';
  const operations =
    count === 1
      ? `${first.method} ${first.path}`
      : `${first.method} ${first.path} and all others of ${count} operations`;
  const basePaths = [...new Set(contract.servers.map(({ basePath }) => basePath))].filter((path) => path !== '');
  const { pathname, port } = new URL(baseUrl);
  const hint =
    basePaths.length === 0 || basePaths.includes(pathname) ? '' : ` (the document has ${basePaths.join(', ')})`;
  return new KitError(
    'nothing-mounted',
    `${operations} at ${baseUrl} get the same response as a path that does not exist: ${response.status}, ${type}`,
    {
      fix: `Check the base path of the URL${hint}, its port${port === '' ? '' : ` ${port}`}, and that the implementation serves this contract.`,
    },
  );
}

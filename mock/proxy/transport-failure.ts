/** Why there is no answer from the upstream, in words. */
import { Refusal } from '../http/refusals.ts';

export interface FailureFacts {
  readonly isLate: boolean;
  /** Milliseconds. */
  readonly timeout: number;
}

export function failureOf(error: unknown, { isLate, timeout }: FailureFacts): Refusal {
  const code = codeOf(error);
  if (isLate || /^UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT$/.test(code)) {
    const message = `upstream: expected a whole answer within ${timeout} ms, got none`;
    return new Refusal('upstream-timeout', message);
  }
  return new Refusal('upstream-unreachable', `upstream: expected an answer, got ${reasonOf(code, error)}`);
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'a refused connection',
  ECONNRESET: 'a connection that was reset before the answer was whole',
  EPIPE: 'a connection that was closed before the answer was whole',
  UND_ERR_SOCKET: 'a connection that was closed before the answer was whole',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'a body of another length than its Content-Length says',
  UND_ERR_HEADERS_OVERFLOW: 'header fields that are larger than the limit',
  UND_ERR_INVALID_ARG: 'a request that cannot be passed on',
  UND_ERR_DESTROYED: 'none, since the store is closing',
  UND_ERR_ABORTED: 'none, since the store is closing',
  ENOTFOUND: 'no address for its host name',
  EAI_AGAIN: 'no address for its host name',
  EHOSTUNREACH: 'no route to its host',
  ENETUNREACH: 'no route to its network',
};

const distrusted = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/;

function reasonOf(code: string, error: unknown): string {
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError'))
    return 'bytes that are not HTTP';
  if (distrusted.test(code))
    return `a certificate that is not trusted (${code}; NODE_EXTRA_CA_CERTS names a file of more authorities)`;
  const known = reasons[code];
  if (known !== undefined) return known;
  return `a failure of the connection (${code === '' && error instanceof Error ? error.name : code})`;
}

/** Several addresses of one host fail together. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if ('code' in error && typeof error.code === 'string') {
    const inner = error.code === 'UND_ERR_SOCKET' ? codeOf(error.cause) : '';
    return inner === '' ? error.code : inner;
  }
  return error.cause === undefined ? '' : codeOf(error.cause);
}

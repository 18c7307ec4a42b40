/** Sends requests with credentials that are renewed before they expire, and after they were rejected with 401. */
import type { CredentialRenewal } from '../../options/login.ts';
import { type Exchange, isSuccess, type SentRequest, statusOf } from '../model/exchange.ts';
import type { CredentialedRequest } from '../request/credentials/apply-credentials.ts';

export interface RenewableRequest {
  readonly request: SentRequest;
  readonly operationId: string;
  /** It has valid credentials, and they are those of the first user. */
  readonly hasValidCredentials: boolean;
  /** The request with the credentials of now. */
  withCurrentCredentials(request: SentRequest): SentRequest;
}

export type RenewingSend = (
  renewable: RenewableRequest,
  transmit: (request: SentRequest) => Promise<Exchange>,
) => Promise<Exchange>;

/** After so many renewals that changed no response, the credentials are not what is rejected. */
const MAX_USELESS = 10;

/**
 * A 401 for credentials that were accepted before is sent again. If that gets 401 too, they are renewed once, and the
 * request is sent with new ones: a server that rejects valid credentials now and then is not excused.
 */
export function createRenewingSend(renewal: CredentialRenewal | undefined): RenewingSend {
  if (renewal === undefined) return ({ request }, transmit) => transmit(request);
  let acceptedVersion = 0;
  let uselessCount = 0;
  /** Operations that reject new credentials too. */
  const rejecting = new Set<string>();
  return async ({ request, operationId, hasValidCredentials, withCurrentCredentials }, transmit) => {
    await renewal.renewIfDue();
    const { version } = renewal;
    const current = withCurrentCredentials(request);
    const exchange = await transmit(current);
    if (!hasValidCredentials) return exchange;
    if (isSuccess(statusOf(exchange) ?? 0)) acceptedVersion = Math.max(acceptedVersion, version);
    const wereAccepted = acceptedVersion >= version;
    if (!isUnauthorized(exchange) || !wereAccepted || rejecting.has(operationId) || uselessCount >= MAX_USELESS)
      return exchange;
    const isRepeatable = isUnauthorized(await transmit(current));
    if (!isRepeatable || !(await renewal.renewRejected(version))) return exchange;
    const renewed = await transmit(withCurrentCredentials(request));
    if (!isUnauthorized(renewed)) return renewed;
    rejecting.add(operationId);
    uselessCount++;
    return renewed;
  };
}

function isUnauthorized(exchange: Exchange): boolean {
  return statusOf(exchange) === 401;
}

/** A request as it was built, with the base URL. */
export interface BuiltRequest extends Omit<CredentialedRequest, 'path'> {
  readonly url: string;
}

/**
 * The request with the parts of `after` in place of those of `before`. It may have been changed since it was built: to
 * another name of its record, or by cookies.
 */
export function replaceCredentials(request: SentRequest, before: BuiltRequest, after: BuiltRequest): SentRequest {
  const newValues = new Map(
    before.headers.map(([name, value], index) => [`${name}: ${value}`, after.headers[index]?.[1] ?? value] as const),
  );
  const isOriginalBody = typeof before.body === 'string' && request.body !== undefined;
  const hasOtherBody = isOriginalBody && typeof after.body === 'string' && before.body !== after.body;
  return {
    ...request,
    url: request.url === before.url ? after.url : request.url,
    headers: request.headers.map(([name, value]) => [name, newValues.get(`${name}: ${value}`) ?? value] as const),
    ...(hasOtherBody && { body: Buffer.from(after.body) }),
  };
}

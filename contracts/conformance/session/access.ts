/** Detects lost access: in the middle of a run credentials may expire or be revoked, and callers may be banned. */
import type { Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { type Exchange, isRateLimited, isSuccess, statusOf } from '../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../model/request-spec.ts';

export interface Access {
  /** Call before a request is sent, and call the returned function with its exchange. */
  beginRequest(operation: Operation, hasValidCredentials: boolean): (exchange: Exchange) => void;
  /** Records a request that the implementation accepts. */
  recordAccepted(operation: Operation, buildRequest: BuildRequest): void;
  findAccepted(operation: Operation): BuildRequest | undefined;
  /** A request with the operation's valid credentials was denied, and none was accepted since. */
  isDoubtful(operation: Operation): boolean;
  /** One operation for each set of schemes with which a request was denied and none was accepted since. */
  unverifiedOperations(): readonly Operation[];
  /** Sends requests that were accepted before. If they are denied too, access is lost since `moment`. */
  recheck(operation: Operation, moment: AccessMoment): Promise<void>;
  /** Why nothing can be checked any more; undefined while there is access. */
  lostReason(): string | undefined;
}

type BuildRequest = (fresh: FreshValues) => RequestSpec;

export interface AccessOptions {
  readonly schemes: ReadonlyMap<string, readonly SecurityScheme[]>;
  send(operation: Operation, buildRequest: BuildRequest): Promise<Exchange>;
  /** Why the credentials could not be renewed; undefined if that did not fail. */
  renewalFailure?(): string | undefined;
}

/** A single denial may be a flaky response. */
const MAX_CHECKS = 3;

export function createAccess({ schemes, send, renewalFailure }: AccessOptions): Access {
  const acceptable = new Map<Operation, BuildRequest>();
  const doubtful = new Map<string, number>();
  const namesById = new Map<string, string>();
  const unverified = new Map<string, { readonly at: number; readonly operation: Operation }>();
  let clock = 0;
  let lostReason: string | undefined;
  return {
    recordAccepted: (operation, buildRequest) => void acceptable.set(operation, buildRequest),
    findAccepted: (operation) => acceptable.get(operation),
    isDoubtful: (operation) => doubtful.has(schemeNames(operation)),
    unverifiedOperations: () => [...unverified.values()].map(({ operation }) => operation),
    lostReason: () => lostReason,
    beginRequest(operation, hasValidCredentials) {
      const startedAt = ++clock;
      return (exchange) => recordExchange(exchange, { operation, hasValidCredentials, startedAt });
    },
    async recheck(operation, moment) {
      const acceptedRequests = candidates(operation);
      for (let attempt = 0; attempt < MAX_CHECKS && acceptedRequests.length > 0; attempt++) {
        const [other, buildRequest] = acceptedRequests[attempt % acceptedRequests.length] ?? [];
        if (other === undefined || buildRequest === undefined) return;
        const exchange = await send(other, buildRequest);
        if (!isDenied(exchange) && !isRateLimited(exchange)) return;
        const isSecured = (schemes.get(other.id) ?? []).length > 0;
        const failure = renewalFailure?.();
        if (attempt === MAX_CHECKS - 1)
          lostReason ??= describeLostAccess(other, { exchange, isSecured, failure, ...moment });
      }
    },
  };

  function recordExchange(exchange: Exchange, sent: SentRequestInfo): void {
    const names = schemeNames(sent.operation);
    if (isDenied(exchange)) {
      unverified.set(names, { at: ++clock, operation: sent.operation });
      if (sent.hasValidCredentials) doubtful.set(names, clock);
      return;
    }
    // A request that was sent before the denial arrived says nothing about the time after it.
    const startedAfterDenial = sent.startedAt > (unverified.get(names)?.at ?? 0);
    if (!sent.hasValidCredentials || !startedAfterDenial || !isSuccess(statusOf(exchange) ?? 0)) return;
    doubtful.delete(names);
    unverified.delete(names);
  }

  /** The accepted request of the operation itself first, then those of operations with the same schemes. */
  function candidates(operation: Operation): readonly (readonly [Operation, BuildRequest])[] {
    const names = schemeNames(operation);
    const isOwn = ([one]: readonly [Operation, BuildRequest]) => one === operation;
    const withSameSchemes = [...acceptable].filter(([one]) => schemeNames(one) === names);
    return [...withSameSchemes.filter(isOwn), ...withSameSchemes.filter((one) => !isOwn(one))];
  }

  function schemeNames({ id }: Operation): string {
    const known = namesById.get(id);
    if (known !== undefined) return known;
    const names = JSON.stringify((schemes.get(id) ?? []).map(({ name }) => name).toSorted());
    namesById.set(id, names);
    return names;
  }
}

interface SentRequestInfo {
  readonly operation: Operation;
  readonly hasValidCredentials: boolean;
  readonly startedAt: number;
}

/** Not authenticated, not authorized, or redirected to a login page. */
const deniedStatuses: ReadonlySet<number> = new Set([401, 403, 302, 303, 307]);

export function isDenied(exchange: Exchange): boolean {
  return deniedStatuses.has(statusOf(exchange) ?? 0);
}

/** When the loss was first seen, as text for reports. */
interface AccessMoment {
  readonly since: string;
  /** The id of the case. */
  readonly after?: string;
}

interface LostAccess extends AccessMoment {
  readonly exchange: Exchange;
  /** The request carries credentials. */
  readonly isSecured: boolean;
  /** Why the credentials could not be renewed. */
  readonly failure: string | undefined;
}

/** The fix comes early, because narrow outputs truncate the line. */
function describeLostAccess(
  { method, path }: Operation,
  { exchange, isSecured, failure, since, after }: LostAccess,
): string {
  const problem = isSecured ? 'the credentials are no longer accepted' : 'the implementation rejects all requests';
  const fix = isSecured
    ? 'set a token that is valid for the whole run (PLANT_STORE_TOKEN), or unblock the caller'
    : 'unblock the caller';
  const precedingCase = after === undefined ? '' : `after ${after}, `;
  const renewal = failure === undefined ? '' : `; they could not be renewed: ${failure}`;
  const evidence = `${precedingCase}a valid ${method} ${path}, accepted before, gets ${statusOf(exchange)}${renewal}`;
  return `stopped: ${problem} since ${since}: ${fix}; ${evidence}`;
}

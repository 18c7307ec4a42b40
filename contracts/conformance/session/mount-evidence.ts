/** Whether anything that the contract declares has responded at the base URL. */
import { findMediaType, findResponse, type Operation } from '../../../spec/model/contract.ts';
import { headerValue } from '../../http/headers.ts';
import type { Exchange, ReceivedResponse } from '../model/exchange.ts';

export interface MountEvidence {
  record(operation: Operation, exchange: Exchange): void;
  /** False while each response could be that of a server without any of the operations. */
  isFound(): boolean;
}

export function createMountEvidence(): MountEvidence {
  let isFound = false;
  return {
    isFound: () => isFound,
    record(operation, { outcome }) {
      if (isFound || outcome.kind !== 'response') return;
      isFound = !mayBeUnmounted(operation, outcome.response);
    },
  };
}

/**
 * Statuses that servers, proxies and file servers return for a path or method that they do not know. A success or
 * another error may also be a defect of the implementation, unless it is a page.
 */
const unmountedStatuses: ReadonlySet<number> = new Set([404, 405, 501]);

/** A response that is not in the contract, and typical of a path that leads to no operation. */
export function mayBeUnmounted(operation: Operation, { status, headers }: ReceivedResponse): boolean {
  const type = headerValue(headers, 'content-type') ?? '';
  const isPage = /^text\/html\b/i.test(type);
  const isTypical = unmountedStatuses.has(status) || (isPage && status < 400);
  if (!isTypical) return false;
  const declared = findResponse(operation, status);
  if (declared === undefined || (isPage && declared.content.length === 0)) return true;
  return declared.content.length > 0 && findMediaType(declared.content, type) === undefined;
}

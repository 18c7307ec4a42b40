import { headerValue } from '../../http/headers.ts';
import { isSuccess } from '../model/exchange.ts';
import type { Check, CheckContext, Violation } from './check.ts';

export const allowPresent: Check = {
  id: 'allow-present',
  severity: 'warning',
  invariant: 'Allow lists the methods of the path: in a 405, which always has it, not the rejected one',
  title: 'A 405 without the allowed methods',
  why: 'RFC 9110, section 15.5.6, requires the header. Clients read from it which methods they can use instead. Add `Allow` with these methods.',
  references: 'RFC 9110, section 10.2.1 (Allow) and section 15.5.6 (405)',
  appliesTo: (context) => context.response?.status === 405 || isOfferedByOptions(context),
  violations(context) {
    const { response, exchange, testCase } = context;
    const allow = response === undefined ? undefined : headerValue(response.headers, 'allow');
    const at = { in: 'header', name: 'Allow' } as const;
    const violation = (texts: Pick<Violation, 'expected' | 'received' | 'key'>) => [
      { ...texts, responsePart: at, place: testCase.place },
    ];
    if (allow === undefined)
      return violation({ expected: `the header ${at.name}`, received: 'no such header', key: 'missing' });
    const methods = allow.split(',').map((method) => method.trim());
    const received = `Allow: ${allow}`;
    const { method } = exchange.request;
    if (response?.status === 405 && methods.includes(method))
      return violation({ expected: `a list without ${method}, which was rejected`, received, key: 'rejected' });
    const declared = testCase.operation.method;
    // An empty list says that the resource allows no method at present.
    if (allow.trim() === '' || methods.includes(declared) || !isDeclaredPath(context)) return [];
    return violation({ expected: `a list with ${declared}, which is declared`, received, key: 'declared' });
  },
};

/** A response to OPTIONS need not have the header (RFC 9110, section 9.3.7). */
function isOfferedByOptions({ exchange, response }: CheckContext): boolean {
  const isOptions = exchange.request.method === 'OPTIONS' && response !== undefined && isSuccess(response.status);
  return isOptions && headerValue(response.headers, 'allow') !== undefined;
}

/** The state of a record, which its path names, may forbid some methods. */
function isDeclaredPath({ requestSpec, testCase: { operation } }: CheckContext): boolean {
  return !operation.path.includes('{') && requestSpec.path.split('?', 1)[0] === operation.path;
}

/** Where an operation is asked for: a base URL is that of the contract's first server, and some have servers of their own. */
import { effectiveServers } from '../../../../spec/model/base-paths.ts';
import { type Contract, formatPlace, type Operation } from '../../../../spec/model/contract.ts';

/**
 * The base URL itself, or with the path of the operation's own first server in place of that of the contract's. Never
 * another host: whoever gives a base URL has no other asked.
 */
export function operationBaseUrl(operation: Operation, contract: Contract, baseUrl: string): string {
  const defaultBasePath = contract.servers[0]?.basePath ?? '';
  const operationBasePath = effectiveServers(operation, contract)[0]?.basePath ?? '';
  if (operationBasePath === defaultBasePath) return baseUrl;
  const { origin, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/+$/, '');
  // What stands before the path of the server, such as the mount of a gateway, stands before every path.
  const before = defaultBasePath !== '' && path.endsWith(defaultBasePath) ? path.slice(0, -defaultBasePath.length) : '';
  return `${origin}${before}${operationBasePath}`;
}

/** The operations that are asked for elsewhere than below the base URL, in words; one line for each place. */
export function describeOtherServers(contract: Contract, baseUrl: string): readonly string[] {
  const relocated = contract.operations.flatMap((operation) => {
    const url = operationBaseUrl(operation, contract, baseUrl);
    return url === baseUrl ? [] : [{ operation, url }];
  });
  return [...Map.groupBy(relocated, ({ url }) => url)].flatMap(([url, [first, ...others]]) => {
    const place = first?.operation.servers?.[0]?.place;
    if (first === undefined || place === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return [`${first.operation.id}${more}: sent to ${url}, by servers of their own (${formatPlace(place)})`];
  });
}

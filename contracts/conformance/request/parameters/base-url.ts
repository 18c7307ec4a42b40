/**
 * Base URLs of operations: the given one belongs to the contract's first server, but operations may declare other
 * servers.
 */
import { effectiveServers } from '../../../../spec/model/base-paths.ts';
import { type Contract, formatPlace, type Operation } from '../../../../spec/model/contract.ts';

/**
 * The base URL, with its path replaced by that of the operation's first server if it declares one. The host never
 * changes, so that requests only go to the host that the user gave.
 */
export function operationBaseUrl(operation: Operation, contract: Contract, baseUrl: string): string {
  const defaultBasePath = contract.servers[0]?.basePath ?? '';
  const operationBasePath = effectiveServers(operation, contract)[0]?.basePath ?? '';
  if (operationBasePath === defaultBasePath) return baseUrl;
  const { origin, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/+$/, '');
  // A prefix of the server path, such as the mount path of a gateway, applies to all operations.
  const before = defaultBasePath !== '' && path.endsWith(defaultBasePath) ? path.slice(0, -defaultBasePath.length) : '';
  return `${origin}${before}${operationBasePath}`;
}

/** The operations that are not sent to the base URL, as text for users; one line for each URL. */
export function describeOtherServers(contract: Contract, baseUrl: string): readonly string[] {
  const relocated = contract.operations.flatMap((operation) => {
    const url = operationBaseUrl(operation, contract, baseUrl);
    return url === baseUrl ? [] : [{ operation, url }];
  });
  return [...Map.groupBy(relocated, ({ url }) => url)].flatMap(([url, [first, ...others]]) => {
    const place = first?.operation.servers?.[0]?.place;
    if (first === undefined || place === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return [`${first.operation.id}${more}: sent to ${url}, because of their own servers (${formatPlace(place)})`];
  });
}

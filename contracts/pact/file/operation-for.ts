/** Which operation of the contract an interaction is about, and whether it sends the operation's credentials. */
import { allBasePaths } from '../../../spec/model/base-paths.ts';
import type { Contract, Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import type { PactRequest } from './interaction.ts';

/** `path` may stand below the base path of a server; a literal path wins over a template. */
export function operationFor(contract: Contract, method: string, path: string): Operation | undefined {
  // Some writers leave the query there.
  const called = path.replace(/\?.*$/s, '');
  const paths = [called, ...allBasePaths(contract).map((base) => below(called, base))];
  const candidates = contract.operations
    .filter((operation) => operation.method === method.toUpperCase())
    .toSorted((a, b) => templates(a.path) - templates(b.path));
  return candidates.find((operation) => paths.some((one) => one !== undefined && fits(operation.path, one)));
}

/** True when the request carries something for any scheme of the operation, right or wrong. */
export function sendsCredentials(operation: Operation, request: PactRequest): boolean {
  return operation.security.some(({ schemes }) => schemes.some((scheme) => carries(request, scheme)));
}

function carries(request: PactRequest, { type, in: place, parameterName = '' }: SecurityScheme): boolean {
  if (type !== 'apiKey') return request.headers.has('authorization');
  if (place === 'header') return request.headers.has(parameterName.toLowerCase());
  if (place === 'cookie') return cookieNames(request.headers.get('cookie') ?? '').includes(parameterName);
  return request.query.has(parameterName);
}

function cookieNames(header: string): readonly string[] {
  return header.split(';').map((cookie) => cookie.replace(/=.*$/s, '').trim());
}

function below(path: string, basePath: string): string | undefined {
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

function templates(path: string): number {
  return path.split('{').length - 1;
}

function fits(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, i) => fitsPart(part, given[i] ?? ''));
}

function fitsPart(part: string, given: string): boolean {
  const [wanted, value] = [plain(part), plain(given)];
  if (!part.includes('{')) return wanted === value;
  const literals = wanted.split(/\{[^}]*\}/).map((literal) => RegExp.escape(literal));
  return new RegExp(`^${literals.join('.+')}$`, 's').test(value);
}

/** `/a%20b` is the path that a document may write `/a b`; what is no encoding stays as it is. */
function plain(part: string): string {
  return part.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/** Finds the contract operation that an interaction calls, and whether the interaction sends credentials for it. */
import { escapeRegExp } from '../../../sanitize.ts';
import { listBasePaths } from '../../../spec/model/base-paths.ts';
import type { Contract, Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import type { PactRequest } from './interaction.ts';

/** `path` may include the base path of a server; a literal path wins over a template. */
export function findOperation(contract: Contract, method: string, path: string): Operation | undefined {
  // Some Pact libraries leave the query in the path.
  const pathname = path.replace(/\?.*$/s, '');
  const paths = [pathname, ...listBasePaths(contract).map((base) => stripBasePath(pathname, base))];
  const candidates = contract.operations
    .filter((operation) => operation.method === method.toUpperCase())
    .toSorted((a, b) => countTemplates(a.path) - countTemplates(b.path));
  return candidates.find((operation) => paths.some((one) => one !== undefined && matchesTemplate(operation.path, one)));
}

/** True if the request sends a value for any security scheme of the operation, valid or not. */
export function sendsCredentials(operation: Operation, request: PactRequest): boolean {
  return operation.security.some(({ schemes }) => schemes.some((scheme) => sendsCredential(request, scheme)));
}

function sendsCredential(request: PactRequest, { type, in: place, parameterName = '' }: SecurityScheme): boolean {
  if (type !== 'apiKey') return request.headers.has('authorization');
  if (place === 'header') return request.headers.has(parameterName.toLowerCase());
  if (place === 'cookie') return cookieNames(request.headers.get('cookie') ?? '').includes(parameterName);
  return request.query.has(parameterName);
}

function cookieNames(header: string): readonly string[] {
  return header.split(';').map((cookie) => cookie.replace(/=.*$/s, '').trim());
}

function stripBasePath(path: string, basePath: string): string | undefined {
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

function countTemplates(path: string): number {
  return path.split('{').length - 1;
}

function matchesTemplate(template: string, path: string): boolean {
  const [expected, actual] = [template.split('/'), path.split('/')];
  return expected.length === actual.length && expected.every((part, i) => matchesSegment(part, actual[i] ?? ''));
}

function matchesSegment(part: string, actual: string): boolean {
  const [expected, value] = [decodeSegment(part), decodeSegment(actual)];
  if (!part.includes('{')) return expected === value;
  const literals = expected.split(/\{[^}]*\}/).map((literal) => escapeRegExp(literal));
  return new RegExp(`^${literals.join('.+')}$`, 's').test(value);
}

/** `/a%20b` matches a path that the document writes as `/a b`; invalid percent-encoding stays unchanged. */
function decodeSegment(part: string): string {
  return part.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

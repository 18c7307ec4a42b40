/** Which operation of the contract an interaction is about, and whether it sends the operation's credentials. */
import type { Contract, Operation, SecurityScheme } from '../../../spec/contract.ts';
import type { PactRequest } from './interaction.ts';

/** `path` may stand below the base path of one of the contract's servers; a literal path wins over a template. */
export function operationFor(contract: Contract, method: string, path: string): Operation | undefined {
  const paths = [path, ...contract.servers.map((server) => below(path, server.basePath))];
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
  if (place === 'cookie') return (request.headers.get('cookie') ?? '').includes(`${parameterName}=`);
  return request.query.has(parameterName);
}

function below(path: string, basePath: string): string | undefined {
  return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

function templates(path: string): number {
  return path.split('{').length - 1;
}

function fits(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, i) => fitsPart(part, given[i] ?? ''));
}

function fitsPart(part: string, given: string): boolean {
  if (!part.includes('{')) return part === given;
  const pattern = part
    .split(/\{[^}]*\}/)
    .map((literal) => literal.replace(/[^\w-]/g, '\\$&'))
    .join('.+');
  return new RegExp(`^${pattern}$`).test(given);
}

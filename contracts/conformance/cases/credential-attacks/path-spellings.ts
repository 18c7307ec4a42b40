/** Methods, paths and headers that some implementations resolve to the operation, after or before they protect it. */
import type { Operation } from '../../../../spec/model/contract.ts';
import type { RequestSpec } from '../../model/request-spec.ts';

export interface OtherWay {
  readonly name: string;
  /** Ends the sentence "no credential is sent, and ...". */
  readonly mutation: string;
  /** The method, if it is another one. */
  readonly method?: string;
  /** The operation's path has the templates of the path parameters. */
  change(requestSpec: RequestSpec, operation: Pick<Operation, 'path'>): RequestSpec;
}

export const otherWays: readonly OtherWay[] = [
  { name: 'head', mutation: 'the method is HEAD', method: 'HEAD', change: withMethod('HEAD') },
  {
    name: 'method override',
    mutation: 'the method is POST with X-HTTP-Method-Override: GET',
    method: 'POST',
    change: (requestSpec) => withHeader(withMethod('POST')(requestSpec), 'X-HTTP-Method-Override', 'GET'),
  },
  {
    name: 'original url',
    mutation: 'the path is / with X-Original-URL',
    change: (requestSpec) => withHeader({ ...requestSpec, path: '/' }, 'X-Original-URL', requestSpec.path),
  },
  { name: 'slash', mutation: 'the path ends with a slash', change: withPath((path) => `${path}/`) },
  { name: 'two slashes', mutation: 'the path begins with two slashes', change: withPath((path) => `/${path}`) },
  { name: 'semicolon', mutation: 'the path ends with ";x"', change: withPath((path) => `${path};x`) },
  {
    name: 'encoded slash',
    mutation: 'the last slash of the path is encoded',
    change: withPath((path) => (/^\/[^/]*$/.test(path) ? `${path}%2F` : path.replace(/\/(?=[^/]*$)/, '%2F'))),
  },
  {
    name: 'uppercase',
    mutation: 'the fixed parts of the path are in uppercase',
    change: (requestSpec, operation) => withPath((path) => withFixedPartsInUppercase(path, operation))(requestSpec),
  },
  { name: 'extension', mutation: 'the path ends with ".json"', change: withPath((path) => `${path}.json`) },
];

function withMethod(method: string) {
  return (requestSpec: RequestSpec): RequestSpec => ({ ...requestSpec, method });
}

function withHeader(requestSpec: RequestSpec, name: string, value: string): RequestSpec {
  return { ...requestSpec, headers: [...requestSpec.headers, [name, value]] };
}

/** Leaves the query as it is. */
function withPath(change: (path: string) => string) {
  return (requestSpec: RequestSpec): RequestSpec => ({
    ...requestSpec,
    path: requestSpec.path.replace(/^[^?]*/, change),
  });
}

/** Names in a path may be case-sensitive, where the routes are not. */
function withFixedPartsInUppercase(path: string, { path: template }: Pick<Operation, 'path'>): string {
  const parts = template.split('/');
  return path
    .split('/')
    .map((part, index) => (parts[index]?.includes('{') === true ? part : part.toUpperCase()))
    .join('/');
}

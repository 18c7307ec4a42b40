import type { Case, CaseFacts } from '../model/case.ts';
import type { Draft, OpenAnswer } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { validDraft } from '../request/twin-draft.ts';
import type { Family } from './family.ts';

/**
 * Methods and paths next to the declared ones. The contract is silent on them: only a failure of the implementation is
 * one, or a connection that breaks.
 */
export const neighbours: Family = {
  name: 'neighbours',
  summary: 'a method or path that is not declared does no harm',
  *generate({ twin }): Generator<Case> {
    for (const method of methods.filter((one) => !twin.methods.has(one))) {
      yield silentCase(twin, {
        name: `method ${method}`,
        mutation: `the method is ${method}`,
        change: (draft) => ({ ...draft, method, ...(bodiless.has(method) ? withoutBody(draft) : {}) }),
        // Its answer has no body: whatever comes after the headers belongs to nobody.
        company: method === 'HEAD' ? { kind: 'watched' } : undefined,
        open: unknownMethod,
      });
    }
    for (const { name, mutation, path } of paths) {
      yield silentCase(twin, {
        name: `path ${name}`,
        mutation,
        change: (draft) => ({ ...draft, path: path(draft.path) }),
      });
    }
  },
};

const methods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'NOPE'];
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS']);

function withoutBody({ headers }: Draft): Pick<Draft, 'body' | 'value' | 'headers'> {
  return {
    body: undefined,
    value: undefined,
    headers: headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
  };
}

interface Neighbour {
  readonly name: string;
  readonly mutation: string;
  path(path: string): string;
}

const unknownMethod: readonly OpenAnswer[] = [
  { status: 501, because: 'HTTP has a status of its own for a method that a server does not know' },
];

/** Before the query, where there is one. */
function atEnd(path: string, end: string): string {
  const [own = '', query] = path.split('?', 2);
  return `${own}${end}${query === undefined ? '' : `?${query}`}`;
}

const paths: readonly Neighbour[] = [
  { name: 'with a slash', mutation: 'the path ends in a slash', path: (path) => atEnd(path, '/') },
  { name: 'below', mutation: 'the path has one segment more', path: (path) => atEnd(path, '/1') },
  {
    name: 'in capitals',
    mutation: 'the path is in capitals',
    path: (path) => path.replace(/^[^?]*/, (own) => own.toUpperCase()),
  },
  { name: 'with two slashes', mutation: 'the path begins with two slashes', path: (path) => `/${path}` },
  {
    name: 'with dots',
    mutation: 'the path goes up and down again',
    path: (path) => `/x/..${path}`,
  },
  { name: 'percent', mutation: 'a percent sign stands alone in the path', path: (path) => atEnd(path, '/%') },
  {
    name: 'not utf-8',
    mutation: 'the path holds bytes that are not UTF-8',
    path: (path) => atEnd(path, '/%ff%fe'),
  },
  { name: 'nul', mutation: 'the path holds an encoded NUL', path: (path) => atEnd(path, '/%00') },
  {
    name: 'long',
    mutation: 'the path is 4,000 characters long',
    path: (path) => atEnd(path, `/${'x'.repeat(4_000)}`),
  },
  {
    name: 'query',
    mutation: 'a query is added that is not declared',
    path: (path) => `${path}${path.includes('?') ? '&' : '?'}x-unknown=1`,
  },
];

interface Change {
  readonly name: string;
  readonly mutation: string;
  readonly company?: CaseFacts['company'];
  readonly open?: readonly OpenAnswer[];
  change(draft: Draft): Draft;
}

function silentCase(twin: Twin, { name, mutation, change, company, open = [] }: Change): Case {
  return caseOf(twin, {
    family: 'neighbours',
    name,
    topic: name,
    expectation: 'silent',
    mutation,
    place: twin.operation.place,
    company,
    open,
    build: (fresh) => change(validDraft(twin, fresh)),
  });
}

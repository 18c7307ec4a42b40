/** Why the mock responds otherwise than a case of Prism's harness expects. Each difference has one cause: the first. */
import type { CaseResult } from './run-case.ts';

export interface Cause {
  readonly title: string;
  readonly verdict: 'better' | 'other' | 'missing';
  readonly reason: string;
  explains(result: CaseResult): boolean;
}

const statuses = ({ expected, received }: CaseResult) => `${expected.status} ${received?.status ?? ''}`;
const isError = ({ expected }: CaseResult) => /^[45]/.test(expected.status);

export const causes: readonly Cause[] = [
  {
    title: 'a collection of Postman',
    verdict: 'missing',
    reason: 'a collection is a list of requests and no contract; convert it to OpenAPI first',
    explains: ({ name, outcome }) => outcome === 'not sent' && name.endsWith('.pc'),
  },
  {
    title: 'the proxy in front of httpbin.org',
    verdict: 'other',
    reason: 'needs the internet; the proxy has its own tests, and 501 is replaced with `--mock-unimplemented`',
    explains: ({ outcome }) => outcome === 'not sent',
  },
  {
    title: 'credentials are checked',
    verdict: 'better',
    reason: 'Prism accepts any token; apps have to handle a wrong one. `--token` sets it, `--no-auth` accepts all',
    explains: (result) => /^(?:200|400|422) 401$/.test(statuses(result)),
  },
  {
    title: 'an undeclared validation error is 400',
    verdict: 'other',
    reason: '400 is the general client error; Prism sends 422. A declared one of the two is sent by both',
    explains: (result) => statuses(result) === '422 400',
  },
  {
    title: 'errors say what is wrong',
    verdict: 'better',
    reason: 'the message names the place and the rule, in the declared schema of the error',
    explains: (result) => result.outcome === 'body' && isError(result),
  },
  {
    title: 'HEAD and OPTIONS are supported',
    verdict: 'better',
    reason: 'HEAD exists wherever GET does, and OPTIONS names the allowed methods (RFC 9110, sections 9.1 and 9.3.7)',
    explains: (result) => /^405 (?:200|204)$/.test(statuses(result)),
  },
  {
    title: 'pages of other hosts are rejected',
    verdict: 'better',
    reason: 'a page in the internet must not call a mock on this machine; `--allow-host` permits one',
    explains: (result) => statuses(result) === '204 403',
  },
  {
    title: 'any status and example can be requested',
    verdict: 'better',
    reason: 'an undeclared status is sent, and an unknown example is a 400 that lists the known ones; Prism sends 404',
    explains: ({ name, expected }) => expected.status === '404' && /default-resp|range-status|selecting-ex/.test(name),
  },
  {
    title: 'an empty segment is another path',
    verdict: 'better',
    reason: 'a template expression needs a value, so the path does not exist',
    explains: (result) => statuses(result) === '422 404',
  },
  {
    title: 'responses conform, so they need no check',
    verdict: 'better',
    reason: 'with `--errors` Prism reports its own invalid sample with 500; ours is repaired, or valid by construction',
    explains: ({ name, expected, received }) =>
      received?.status === '200' && (expected.status === '500' || name === 'violations/print-as-http-header'),
  },
  {
    title: 'an empty value of a form is a text',
    verdict: 'other',
    reason: '`allowEmptyValue` is false by default in Swagger 2.0, and servers accept empty texts all the same',
    explains: ({ name }) => name.includes('allow-empty-value'),
  },
  {
    title: 'reserved characters are accepted in forms',
    verdict: 'other',
    reason: '`allowReserved` says how a client encodes; a server decodes both forms to the same value',
    explains: ({ name }) => name.includes('allow-reserved'),
  },
  {
    title: 'an optional field may be missing',
    verdict: 'better',
    reason: 'the form has only another field, and the schema allows that',
    explains: ({ name }) => name === 'validate-body-params/x-www-urlencoded-fail.oas2',
  },
  {
    title: 'JSON comes first',
    verdict: 'other',
    reason: 'without a preference of the client, JSON is sent where it is declared; Prism sends the first media type',
    explains: ({ outcome }) => outcome === 'media type',
  },
  {
    title: 'XML has the declared root',
    verdict: 'better',
    reason: 'Prism names every root `xml`, a reserved name; OpenAPI names it after the schema',
    explains: ({ expected }) => expected.body.startsWith('<xml>'),
  },
  {
    title: 'dynamic values differ',
    verdict: 'other',
    reason: 'they are generated; the cases compare the form alone',
    explains: ({ name, outcome }) => outcome === 'body' && /dynamic|faker/.test(name),
  },
  {
    title: 'another depth or another sample',
    verdict: 'other',
    reason: 'both conform: recursion ends elsewhere, and keywords of 3.1 in a document of 3.0 are ignored',
    explains: ({ name }) => /^references\/E2E-Recursive|^static-examples/.test(name),
  },
  {
    title: 'samples are realistic',
    verdict: 'better',
    reason: 'the names, prices and texts that a page shows, instead of `string` and 0; each conforms',
    explains: ({ outcome, expected }) => outcome === 'body' && /^(?:string|0)$|"string"/.test(expected.body.trim()),
  },
  {
    title: 'the declared body is sent',
    verdict: 'other',
    reason: 'the case is about headers, and leaves out the body',
    explains: ({ name }) => name === 'cors/cors-headers-in-response',
  },
];

export function findCause(result: CaseResult): Cause | undefined {
  return causes.find(({ explains }) => explains(result));
}

/** Valid and invalid credentials of operations that require them. */
import { isSecured } from '../../../../spec/model/contract.ts';
import type { BaselineParts } from '../baseline-request.ts';
import { type ProbeKind, withProbeHeader, withQuery } from './kind.ts';

export const credentialKinds: readonly ProbeKind[] = [
  {
    name: 'no credentials',
    expectedStatus: 401,
    make: (baseline) => (isSecured(baseline.operation) ? bare(baseline) : undefined),
  },
  {
    name: 'the scheme in lower case',
    expectedStatus: 2,
    make: (baseline) => scheme(baseline, (text) => text.replace(/^\w+/, (name) => name.toLowerCase())),
  },
  {
    name: 'the scheme in upper case',
    expectedStatus: 2,
    make: (baseline) => scheme(baseline, (text) => text.replace(/^\w+/, (name) => name.toUpperCase())),
  },
  { name: 'an invalid token', expectedStatus: 401, make: (baseline) => scheme(baseline, (text) => `${text}x`) },
  {
    name: 'a scheme without a token',
    expectedStatus: 401,
    make: (baseline) => scheme(baseline, (text) => text.replace(/ .*/, '')),
  },
  {
    name: 'another scheme',
    expectedStatus: 401,
    make: (baseline) => scheme(baseline, (text) => text.replace(/^\w+/, 'Digest')),
  },
  {
    name: 'the token in the query',
    expectedStatus: 401,
    make: (baseline) =>
      isSecured(baseline.operation) ? withQuery(bare(baseline), 'access_token=mock:secret') : undefined,
  },
  { name: 'a cookie whose name ends like the key', expectedStatus: 401, make: otherCookie },
  { name: 'an invalid key', expectedStatus: 401, make: wrongKey },
];

function bare(baseline: BaselineParts): BaselineParts {
  const names = baseline.operation.security.flatMap(({ schemes }) => schemes.map((one) => one.parameterName));
  const headers = Object.fromEntries(
    Object.entries(baseline.headers).filter(([name]) => name !== 'Authorization' && !names.includes(name)),
  );
  const isOther = (pair: string) => !names.includes(pair.split('=')[0]);
  return {
    ...baseline,
    headers,
    cookies: baseline.cookies.filter(isOther),
    query: baseline.query.filter(isOther),
  };
}

function scheme(baseline: BaselineParts, change: (text: string) => string): BaselineParts | undefined {
  const { Authorization } = baseline.headers;
  const isNeeded = isSecured(baseline.operation) || change('Bearer a b') === 'bearer a b';
  return Authorization === undefined || !isNeeded
    ? undefined
    : withProbeHeader(baseline, 'Authorization', change(Authorization));
}

function otherCookie(baseline: BaselineParts): BaselineParts | undefined {
  if (!baseline.cookies.some((pair) => pair.startsWith('sid='))) return undefined;
  return { ...baseline, cookies: baseline.cookies.map((pair) => pair.replace(/^sid=/, 'xsid=')) };
}

function wrongKey(baseline: BaselineParts): BaselineParts | undefined {
  const name = baseline.operation.security[0]?.schemes.find((one) => one.in === 'header')?.parameterName;
  return name === undefined ? undefined : withProbeHeader(baseline, name, 'wrong');
}

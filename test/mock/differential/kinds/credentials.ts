/** Credentials, right and wrong, of operations that ask for them. */
import { isSecured } from '../../../../spec/model/contract.ts';
import type { Twin } from '../twin.ts';
import { type Kind, withHeader, withQuery } from './kind.ts';

export const credentialKinds: readonly Kind[] = [
  {
    name: 'no credentials',
    demands: 401,
    make: (twin) => (isSecured(twin.operation) ? bare(twin) : undefined),
  },
  {
    name: 'the scheme in lower case',
    demands: 2,
    make: (twin) => scheme(twin, (text) => text.replace(/^\w+/, (name) => name.toLowerCase())),
  },
  {
    name: 'the scheme in upper case',
    demands: 2,
    make: (twin) => scheme(twin, (text) => text.replace(/^\w+/, (name) => name.toUpperCase())),
  },
  { name: 'a wrong token', demands: 401, make: (twin) => scheme(twin, (text) => `${text}x`) },
  {
    name: 'a scheme without a token',
    demands: 401,
    make: (twin) => scheme(twin, (text) => text.replace(/ .*/, '')),
  },
  {
    name: 'another scheme',
    demands: 401,
    make: (twin) => scheme(twin, (text) => text.replace(/^\w+/, 'Digest')),
  },
  {
    name: 'the token in the query',
    demands: 401,
    make: (twin) =>
      isSecured(twin.operation) ? withQuery(bare(twin), 'access_token=mock:secret') : undefined,
  },
  { name: 'a cookie whose name ends like the key', demands: 401, make: otherCookie },
  { name: 'a wrong key', demands: 401, make: wrongKey },
];

function bare(twin: Twin): Twin {
  const names = twin.operation.security.flatMap(({ schemes }) => schemes.map((one) => one.parameterName));
  const headers = Object.fromEntries(
    Object.entries(twin.headers).filter(([name]) => name !== 'Authorization' && !names.includes(name)),
  );
  const isOther = (pair: string) => !names.includes(pair.split('=')[0]);
  return { ...twin, headers, cookies: twin.cookies.filter(isOther), query: twin.query.filter(isOther) };
}

function scheme(twin: Twin, change: (text: string) => string): Twin | undefined {
  const { Authorization } = twin.headers;
  const isNeeded = isSecured(twin.operation) || change('Bearer a b') === 'bearer a b';
  return Authorization === undefined || !isNeeded
    ? undefined
    : withHeader(twin, 'Authorization', change(Authorization));
}

function otherCookie(twin: Twin): Twin | undefined {
  if (!twin.cookies.some((pair) => pair.startsWith('sid='))) return undefined;
  return { ...twin, cookies: twin.cookies.map((pair) => pair.replace(/^sid=/, 'xsid=')) };
}

function wrongKey(twin: Twin): Twin | undefined {
  const name = twin.operation.security[0]?.schemes.find((one) => one.in === 'header')?.parameterName;
  return name === undefined ? undefined : withHeader(twin, name, 'wrong');
}

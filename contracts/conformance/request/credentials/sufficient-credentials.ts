/** Whether the credentials of a request satisfy an alternative of the security requirements. */
import type { Operation, SecurityScheme } from '../../../../spec/model/contract.ts';
import {
  type Credentials,
  credentialFor,
  isBasic,
  isBearer,
  isClientCertificate,
} from '../../../options/credentials.ts';
import type { CredentialPlan, RequestSpec } from '../../model/request-spec.ts';
import { applyCredentials, credentialValue } from './apply-credentials.ts';
import { carrierKey, credentialPosition } from './carriers.ts';

/**
 * Whether an implementation may accept the credentials of `plan`: all that some alternative requires remains. The run
 * does not know what client certificate its connections have, so each counts as present.
 */
export function mayBeSufficient({ security }: Operation, plan: CredentialPlan, credentials: Credentials): boolean {
  const sent = sentCredentials(plan, credentials);
  return security.some(({ schemes }) => schemes.every((scheme) => mayBeSatisfied(scheme, sent, credentials)));
}

/** By carrier. */
type SentCredentials = ReadonlyMap<string, string>;

function mayBeSatisfied(scheme: SecurityScheme, sent: SentCredentials, credentials: Credentials): boolean {
  if (isClientCertificate(scheme) || scheme.isParameter === true) return true;
  const value = sent.get(carrierKey(credentialPosition(scheme)));
  const secret = credentialFor(scheme, credentials);
  if (value === undefined || secret === undefined) return false;
  return value === credentialValue(scheme, secret) || mayBeUserOf(scheme, value, credentials);
}

/** Without a credential of its own, a scheme with user and password may accept the token as either. */
function mayBeUserOf(scheme: SecurityScheme, value: string, { token, byScheme }: Credentials): boolean {
  if (!isBasic(scheme) || byScheme.has(scheme.name) || token === undefined || token.includes(':')) return false;
  const [, encoded = ''] = /^basic +(.*)$/i.exec(value) ?? [];
  return Buffer.from(encoded, 'base64').toString('utf8').split(':').includes(token);
}

function sentCredentials(plan: CredentialPlan, credentials: Credentials): SentCredentials {
  const { path, headers } = applyCredentials({ ...emptyRequest, credentials: plan }, [], credentials);
  const query = new URLSearchParams(path.replace(/^[^?]*\??/, ''));
  const cookies = headers.filter(([name]) => name === 'Cookie').flatMap(([, value]) => value.split('; '));
  return new Map([
    ...headers.map(([name, value]) => [carrierKey({ in: 'header', name }), value] as const),
    ...[...query].map(([name, value]) => [carrierKey({ in: 'query', name }), value] as const),
    ...cookies.map((cookie) => {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(cookie) ?? [];
      return [carrierKey({ in: 'cookie', name }), value] as const;
    }),
  ]);
}

export const emptyRequest: RequestSpec = {
  path: '',
  headers: [],
  body: undefined,
  value: undefined,
  credentials: 'right',
};

/** Stands for the credentials where they are unknown: each scheme has its own; all bearer schemes have one token. */
export function placeholderCredentials({ security }: Operation): Credentials {
  const others = security.flatMap(({ schemes }) => schemes.filter((scheme) => !isBearer(scheme)));
  return {
    token: 'placeholder-token',
    byScheme: new Map(others.map(({ name }) => [name, `placeholder-${name}:x`])),
  };
}

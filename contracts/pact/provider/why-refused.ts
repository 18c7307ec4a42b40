/** A credential that nobody gave for this place says nothing of the implementation when it is refused. */

import type { Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { isRefusal, statusOf } from '../../conformance/model/exchange.ts';
import type { Credentials } from '../../options/credentials.ts';
import type { Interaction } from '../file/interaction.ts';
import { sendsCredentials } from '../file/operation-for.ts';
import type { Recorded } from './recorded.ts';

export interface Refused {
  readonly operation: Operation | undefined;
  /** What was sent and answered; undefined where it was not sent once. */
  readonly only: Recorded | undefined;
  readonly credentials: Credentials;
}

/** In words; undefined where the answer is no refusal, the consumer expects one, or the credential is the right one. */
export function whyRefused(
  { request, response }: Interaction,
  { operation, only, credentials }: Refused,
): string | undefined {
  if (operation === undefined || only === undefined) return undefined;
  const status = statusOf(only.exchange) ?? 0;
  if (!isRefusal(status) || isRefusal(response.status) || !sendsCredentials(operation, request))
    return undefined;
  if (!only.isAuthorised)
    return `the credential is the pact's example and was refused with ${status}: give one in PLANT_STORE_TOKEN or with --token, for several schemes each as NAME=VALUE in PLANT_STORE_AUTH or with --auth`;
  const borrowing = schemesOf(operation).find((scheme) => isBorrowed(scheme, credentials));
  if (borrowing === undefined) return undefined;
  return `the token was sent as the credential of ${borrowing.name}, which has none of its own, and was refused with ${status}: give one as ${borrowing.name}=VALUE in PLANT_STORE_AUTH or with --auth`;
}

function schemesOf({ security }: Operation): readonly SecurityScheme[] {
  return security.flatMap(({ schemes }) => schemes);
}

/** A bearer token may be a key too, and often is not. */
function isBorrowed({ name, type, scheme }: SecurityScheme, { token, byScheme }: Credentials): boolean {
  const isOther = type === 'apiKey' || (type === 'http' && scheme !== 'bearer');
  return isOther && token !== undefined && !byScheme.has(name);
}

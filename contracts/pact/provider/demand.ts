/** What the contract demands of the answer to an interaction, by what was really sent. */

import {
  isJsonType,
  isSecured,
  mediaTypeFor,
  type Operation,
  type Place,
} from '../../../spec/model/contract.ts';
import { validate } from '../../../spec/validation/validate.ts';
import type { Draft, Expectation } from '../../conformance/model/draft.ts';
import { isRefusal } from '../../conformance/model/exchange.ts';
import { headerOf } from '../../http/headers.ts';
import type { Interaction } from '../file/interaction.ts';
import { sendsCredentials } from '../file/operation-for.ts';
import type { Recorded } from './recorded.ts';

export interface Demand {
  readonly expectation: Expectation;
  /** What it rests on in the contract. */
  readonly place: Place;
}

export interface Asked {
  readonly interaction: Interaction;
  readonly operation: Operation;
  readonly recorded: Recorded;
  /** The first place of the contract that a parameter of the request breaks. */
  readonly wrongParameter?: Place | undefined;
}

export function demandOn({ interaction, operation, recorded, wrongParameter }: Asked, draft: Draft): Demand {
  const isAnonymous = !sendsCredentials(operation, interaction.request);
  const isWrong = !recorded.isAuthorised && isRefusal(interaction.response.status);
  if (isSecured(operation) && (isAnonymous || isWrong))
    return { expectation: 'refuse', place: operation.security[0]?.schemes[0]?.place ?? operation.place };
  const wrong = wrongParameter ?? invalidAt(operation, draft);
  if (wrong !== undefined) return { expectation: 'reject', place: wrong };
  return { expectation: 'accept', place: operation.place };
}

/** The first place of the contract that the body of the request breaks. */
function invalidAt({ requestBody, place }: Operation, { headers, body, value }: Draft): Place | undefined {
  if (requestBody === undefined) return undefined;
  if (body === undefined || body.length === 0) return requestBody.required ? place : undefined;
  const type = headerOf(headers, 'content-type') ?? '';
  const media = mediaTypeFor(requestBody.content, type);
  if (media === undefined) return undefined;
  // What it says to be JSON and is none, such as a text with bytes that are not UTF-8, no schema allows.
  if (value === undefined) return isJsonType(type) ? media.place : undefined;
  if (media.schema === undefined) return undefined;
  return validate(media.schema, value, 'request')[0]?.place;
}

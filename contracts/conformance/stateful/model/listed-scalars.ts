/** Lists of texts or numbers: which of them are names of records, as an identifier, an address or a text that was sent. */
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import { headerValue } from '../../../http/headers.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import { isIdentifier } from '../../request/values/identifier-names.ts';
import { currentName, parseBody } from './response-records.ts';

/** The property under which an item of such a list has the identifier. */
export const LISTED_ID = 'identifier';

interface CreatedTexts {
  /** That the response gives the record; undefined when it gives none. */
  readonly identifier: Json | undefined;
  /** For messages, where there is no identifier. */
  readonly label: Json;
}

export function createdTexts(sent: Json | undefined, exchange: Exchange): CreatedTexts {
  const members = Object.entries(sent !== undefined && isJsonObject(sent) ? sent : {});
  const label = members.map(([, value]) => value).find((value) => typeof value === 'string') ?? '';
  return { identifier: identifierIn(exchange), label };
}

function identifierIn(exchange: Exchange): Json | undefined {
  const body = parseBody(exchange);
  const members = Object.entries(body !== undefined && isJsonObject(body) ? body : {});
  const [, named] = members.find(([name, value]) => isIdentifier(name) && isScalar(value)) ?? [];
  if (named !== undefined || exchange.outcome.kind !== 'response') return named;
  const location = headerValue(exchange.outcome.response.headers, 'location');
  return location
    ?.split(/[?#]/, 1)[0]
    ?.split('/')
    .findLast((segment) => segment !== '');
}

function isScalar(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

/** The listed text or number as an object, so that it is compared with records like other items. */
export function asListedItem(item: Json, records: readonly KnownRecord[]): JsonObject {
  const text = String(item);
  const named = records.find((record) => record.idName !== undefined && isNameIn(text, currentName(record) ?? ''));
  const identifier = named && currentName(named);
  const sent = records.flatMap(({ writes }) => writes.map(({ requestSpec }) => requestSpec.value)).filter(isJsonObject);
  const texts = sent.flatMap((value) => Object.entries(value).filter(([, one]) => one === text));
  return { ...(identifier !== undefined && { [LISTED_ID]: identifier }), ...Object.fromEntries(texts) };
}

/** The name itself, or an address that ends with it. */
function isNameIn(text: string, name: Json): boolean {
  return text === String(name) || text.endsWith(`/${String(name)}`);
}

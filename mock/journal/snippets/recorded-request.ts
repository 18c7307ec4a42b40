/**
 * The request of a journal entry, for code that repeats it: without the headers of the connection. A masked
 * Authorization, and masked API keys of the contract, are credentials again; other masks stay.
 */
import type { SecurityScheme } from '../../../spec/model/contract.ts';
import { apiKeyNames } from '../../authentication/authenticate.ts';
import { MASK } from '../../authentication/credential-locations.ts';
import { decodeFormValue } from '../../http/request-target.ts';
import type { JournalBody, JournalEntry } from '../../model/journal-entry.ts';

/** Literal text, or the credential in the form that its place requires. */
export type RecordedPart = string | { readonly credential: 'unchanged' | 'url-encoded' | 'basic' };
export type RecordedText = readonly RecordedPart[];

export interface RecordedRequest {
  readonly method: string;
  /** Path and query; the whole URL of a request that the mock sent. */
  readonly target: RecordedText;
  readonly headers: readonly (readonly [name: string, value: RecordedText])[];
}

/** Headers that a client sets itself, or that belong to the connection or the page that sent the request. */
const omittedHeaders =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|accept-language|expect|user-agent|origin|referer|sec-.*)$/;

export function recordedRequest(
  { request: { method, target, headers } }: JournalEntry,
  schemes: readonly SecurityScheme[],
): RecordedRequest {
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      (!omittedHeaders.test(name) || isEmptyBodyLength(name, value)) && !(name === 'accept' && value === '*/*'),
  );
  return {
    method,
    target: targetText(target, schemes),
    headers: kept.map(([name, value]) => [name, headerText(name, value, schemes)] as const),
  };
}

/** curl does not send it without a body. */
function isEmptyBodyLength(name: string, value: string): boolean {
  return name === 'content-length' && value === '0';
}

/** Neither cut nor containing bytes that are not UTF-8, which appear as U+FFFD. */
export function isCompleteBody({ text, isCut }: JournalBody): boolean {
  return !isCut && !text.includes('\ufffd');
}

function targetText(target: string, schemes: readonly SecurityScheme[]): RecordedText {
  const keys = apiKeyNames(schemes, 'query');
  const [path = '', ...query] = target.split(/(?<=[?&])/);
  const fields = query.flatMap((field): RecordedText => {
    const [, name = '', rest] = /^([^=]*)=\*\*\*([&]?)$/.exec(field) ?? [];
    if (rest === undefined || !keys.includes(decodeFormValue(name) ?? name)) return [field];
    return [`${name}=`, { credential: 'url-encoded' }, rest];
  });
  return [path, ...fields];
}

function headerText(name: string, value: string, schemes: readonly SecurityScheme[]): RecordedText {
  if (name === 'authorization') return authorizationText(value);
  if (value === MASK && apiKeyNames(schemes, 'header').some((one) => one.toLowerCase() === name))
    return [{ credential: 'unchanged' }];
  if (name !== 'cookie') return [value];
  const keys = apiKeyNames(schemes, 'cookie').map((key) => `${key}=${MASK}`);
  // Keeps the separators as the app sent them.
  const parts = value.split(/(; ?)/);
  return parts.flatMap(
    (part): RecordedText => (keys.includes(part) ? [part.slice(0, -MASK.length), { credential: 'unchanged' }] : [part]),
  );
}

/** `Bearer ***`: the journal keeps the scheme and masks the rest. */
function authorizationText(value: string): RecordedText {
  const found = /^(?:([\w-]+) )?\*\*\*$/.exec(value);
  if (found === null) return [value];
  const [, scheme = ''] = found;
  const form: RecordedPart = { credential: scheme.toLowerCase() === 'basic' ? 'basic' : 'unchanged' };
  return scheme === '' ? [form] : [`${scheme} `, form];
}

/**
 * A curl command for a journal entry. A masked Authorization, and masked API keys of the contract, become the variable
 * again.
 */
import { base64Encoded, unchanged, urlEncoded } from '../../shell/credential-form.ts';
import {
  type CredentialText,
  createReference,
  joinTexts,
  type NamedSecret,
  TOKEN_VARIABLE,
  toCredentialText,
} from '../../shell/credential-text.ts';
import { type CurlHeader, curlCommand } from '../../shell/curl.ts';
import type { SecurityScheme } from '../../spec/model/contract.ts';
import { apiKeyNames, basicTemplate } from '../authentication/authenticate.ts';
import { MASK } from '../authentication/credential-locations.ts';
import { decodeFormValue } from '../http/request-target.ts';
import type { JournalBody, JournalEntry } from '../model/journal-entry.ts';

export interface EntryCurlOptions {
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** The security schemes of the contract that the entry belongs to. */
  readonly schemes: readonly SecurityScheme[];
  /** The token that the mock server accepts as a credential. It is never printed. */
  readonly token: string;
}

/** Headers that curl sets itself, or that belong to the connection or the page that sent the request. */
const omittedHeaders =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|accept-language|expect|user-agent|origin|referer|sec-.*)$/;

/** Undefined if the journal does not have the whole body as sent. */
export function entryCurl({ kind, request }: JournalEntry, options: EntryCurlOptions): string | undefined {
  const { method, target, headers, body } = request;
  if (body !== null && !isCompleteBody(body)) return undefined;
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      (!omittedHeaders.test(name) || isEmptyBodyLength(name, value)) && !(name === 'accept' && value === '*/*'),
  );
  return curlCommand({
    method,
    // A request that the mock sent has the whole URL.
    origin: kind === 'request' ? options.origin : '',
    target: targetText(target, options),
    headers: kept.map(([name, value]): CurlHeader => [name, headerText(name, value, options)]),
    body: body?.text,
  });
}

/** curl does not send it without a body. */
function isEmptyBodyLength(name: string, value: string): boolean {
  return name === 'content-length' && value === '0';
}

/**
 * Neither cut nor containing bytes that are not UTF-8, which appear as U+FFFD. A masked credential in it is printed as
 * the mask.
 */
function isCompleteBody({ text, isCut }: JournalBody): boolean {
  return !isCut && !text.includes('\ufffd');
}

function targetText(target: string, options: EntryCurlOptions): CredentialText {
  const keys = apiKeyNames(options.schemes, 'query');
  const [path = '', ...query] = target.split(/(?<=[?&])/);
  const fields = query.map((field): CredentialText => {
    const [, name = '', rest] = /^([^=]*)=\*\*\*([&]?)$/.exec(field) ?? [];
    if (rest === undefined || !keys.includes(decodeFormValue(name) ?? name)) return field;
    return [`${name}=`, createReference(urlEncoded(unchanged), tokenVariable(options)), rest];
  });
  return joinTexts('', [path, ...fields]);
}

function headerText(name: string, value: string, options: EntryCurlOptions): CredentialText {
  const token = createReference(unchanged, tokenVariable(options));
  if (name === 'authorization') return authorizationText(value, options);
  if (value === MASK && apiKeyNames(options.schemes, 'header').some((one) => one.toLowerCase() === name))
    return [token];
  if (name !== 'cookie') return value;
  const keys = apiKeyNames(options.schemes, 'cookie').map((key) => `${key}=${MASK}`);
  // Keeps the separators as the app sent them.
  const parts = value.split(/(; ?)/);
  return parts.flatMap((part) => (keys.includes(part) ? [part.slice(0, -MASK.length), token] : [part]));
}

/** `Bearer ***`: the journal keeps the scheme and masks the rest. */
function authorizationText(value: string, options: EntryCurlOptions): CredentialText {
  const found = /^(?:([\w-]+) )?\*\*\*$/.exec(value);
  if (found === null) return value;
  const [, scheme = ''] = found;
  const form = scheme.toLowerCase() === 'basic' ? base64Encoded(basicTemplate(options.token)) : unchanged;
  return toCredentialText(scheme === '' ? [form] : [`${scheme} `, form], tokenVariable(options));
}

function tokenVariable({ token }: EntryCurlOptions): NamedSecret {
  return { variable: TOKEN_VARIABLE, secret: token };
}

/** A curl line for a journal entry. A masked Authorization, and the contract's API keys where they are masked, are the variable again. */
import { asIs, inBase64, inUrl } from '../../shell/credential-form.ts';
import { type CurlHeader, curlLine } from '../../shell/curl.ts';
import {
  joinedWith,
  type NamedSecret,
  reference,
  referring,
  type Text,
  TOKEN_VARIABLE,
} from '../../shell/text.ts';
import type { SecurityScheme } from '../../spec/model/contract.ts';
import { basicTemplate, keyNames } from '../authenticate/authenticate.ts';
import { MASK } from '../authenticate/credential-places.ts';
import { decodeField } from '../http/target.ts';
import type { JournalBody, JournalEntry } from '../model/journal-entry.ts';

export interface EntryCurlFacts {
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Of the contract that the entry is about. */
  readonly schemes: readonly SecurityScheme[];
  /** What the mock server accepts as a credential. It is never printed. */
  readonly token: string;
}

/** What curl sends by itself, or what belongs to the connection or the page that the request came from. */
const notSent =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|accept-language|expect|user-agent|origin|referer|sec-.*)$/;

/** Undefined where the journal does not have the whole body as it was sent. */
export function entryCurl({ request }: JournalEntry, facts: EntryCurlFacts): string | undefined {
  const { method, target, headers, body } = request;
  if (body !== null && !isWhole(body)) return undefined;
  const kept = Object.entries(headers).filter(
    ([name, value]) => !notSent.test(name) && !(name === 'accept' && value === '*/*'),
  );
  return curlLine({
    method,
    origin: facts.origin,
    target: targetText(target, facts),
    headers: kept.map(([name, value]): CurlHeader => [name, headerText(name, value, facts)]),
    body: body?.text,
  });
}

/** Neither cut nor of bytes that are not UTF-8, which stand as U+FFFD. A credential that is masked in it is printed as the mask. */
function isWhole({ text, isCut }: JournalBody): boolean {
  return !isCut && !text.includes('\ufffd');
}

function targetText(target: string, facts: EntryCurlFacts): Text {
  const keys = keyNames(facts.schemes, 'query');
  const [path = '', ...query] = target.split(/(?<=[?&])/);
  const fields = query.map((field): Text => {
    const [, name = '', rest] = /^([^=]*)=\*\*\*([&]?)$/.exec(field) ?? [];
    if (rest === undefined || !keys.includes(decodeField(name) ?? name)) return field;
    return [`${name}=`, reference(inUrl(asIs), namedToken(facts)), rest];
  });
  return joinedWith('', [path, ...fields]);
}

function headerText(name: string, value: string, facts: EntryCurlFacts): Text {
  const token = reference(asIs, namedToken(facts));
  if (name === 'authorization') return authorizationText(value, facts);
  if (value === MASK && keyNames(facts.schemes, 'header').some((one) => one.toLowerCase() === name))
    return [token];
  if (name !== 'cookie') return value;
  const keys = keyNames(facts.schemes, 'cookie').map((key) => `${key}=${MASK}`);
  // With what separates them, as the app sent it.
  const parts = value.split(/(; ?)/);
  return parts.flatMap((part) => (keys.includes(part) ? [part.slice(0, -MASK.length), token] : [part]));
}

/** `Bearer ***`: the journal keeps the scheme and masks all that follows. */
function authorizationText(value: string, facts: EntryCurlFacts): Text {
  const found = /^(?:([\w-]+) )?\*\*\*$/.exec(value);
  if (found === null) return value;
  const [, scheme = ''] = found;
  const form = scheme.toLowerCase() === 'basic' ? inBase64(basicTemplate(facts.token)) : asIs;
  return referring(scheme === '' ? [form] : [`${scheme} `, form], namedToken(facts));
}

function namedToken({ token }: EntryCurlFacts): NamedSecret {
  return { variable: TOKEN_VARIABLE, secret: token };
}

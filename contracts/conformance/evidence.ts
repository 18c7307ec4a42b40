/** An exchange as a person sees it: credentials masked, long bodies cut, a curl line that does it again. */

import type { Contract, SecurityScheme } from '../../spec/contract.ts';
import { isHome } from '../../spec/home.ts';
import type { Evidence, SeenAnswer, SeenRequest } from '../finding.ts';
import type { HeaderLine } from '../headers.ts';
import type { Case, CredentialPlan, Draft } from './case.ts';
import { type Credentials, masker, SHELL_BASE64, withCredentials } from './credentials.ts';
import type { Answer, Exchange } from './exchange.ts';

export interface EvidenceInput {
  readonly contract: Contract;
  readonly tried: Case;
  readonly draft: Draft;
  readonly exchange: Exchange;
  readonly baseUrl: string;
  readonly schemes: readonly SecurityScheme[];
  readonly credentials: Credentials;
}

export function evidenceOf(input: EvidenceInput): Omit<Evidence, 'confirmation'> {
  const { contract, tried, exchange, draft, baseUrl } = input;
  const mask = masker(input.credentials);
  const shown = shownRequest(input);
  return {
    caseId: tried.id,
    family: tried.family,
    mutation: tried.mutation,
    request: seenRequest(shown, draft.body),
    answer: exchange.outcome.kind === 'answer' ? seenAnswer(exchange.outcome.answer, mask) : undefined,
    curl: curlLine(shown, draft),
    replay: `plant-store replay '${tried.id}' ${shellWord(baseUrl)}${specOption(contract)}`,
  };
}

/** The ids of cases depend on the document. */
function specOption(contract: Contract): string {
  return isHome(contract) ? '' : ` --spec ${shellWord(contract.file)}`;
}

function shellWord(text: string): string {
  if (/^[\w:/.@%+-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The request with `$PLANT_STORE_TOKEN` for the credential, as a shell would fill it in. */
function shownRequest({ draft, exchange, schemes, baseUrl }: EvidenceInput): ShellRequest {
  const symbols: Credentials = { token: forShell('$PLANT_STORE_TOKEN'), byScheme: new Map() };
  const clean: Draft = {
    ...draft,
    path: withoutMarks(draft.path),
    headers: draft.headers.map(([name, value]) => [withoutMarks(name), withoutMarks(value)] as const),
    credentials: shellPlan(draft.credentials),
  };
  const { path, headers } = withCredentials(clean, schemes, symbols);
  const readable = path.replace(/%EE%80%80(.*?)%EE%80%81/g, (_all, inner: string) =>
    forShell(decodeURIComponent(inner)),
  );
  return {
    method: exchange.request.method,
    url: `${baseUrl}${readable}`,
    headers: headers.map(basicAsShell),
  };
}

/** Texts in which what the shell is to fill in stands between marks; everything else is to reach curl as it is. */
interface ShellRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderLine[];
}

/** Of Unicode's private use: nothing that a document says can pass for them. */
const OPEN = '\ue000';
const CLOSE = '\ue001';

function forShell(fragment: string): string {
  return `${OPEN}${fragment}${CLOSE}`;
}

function withoutMarks(text: string): string {
  return text.replaceAll(OPEN, '').replaceAll(CLOSE, '');
}

function shellPlan(plan: CredentialPlan): CredentialPlan {
  if (plan === 'right' || plan.value.kind !== 'derived') return plan;
  return { ...plan, value: { kind: 'literal', text: forShell(plan.value.shell) } };
}

/** Base64 of a placeholder would be no use to anybody. */
function basicAsShell([name, value]: HeaderLine): HeaderLine {
  const encoded = Buffer.from(forShell('$PLANT_STORE_TOKEN')).toString('base64');
  return [name, value.replace(encoded, () => forShell(SHELL_BASE64))];
}

function seenRequest({ method, url, headers }: ShellRequest, body: Draft['body']): SeenRequest {
  return {
    method,
    url: withoutMarks(url),
    headers: headers.map(([name, value]) => [name, withoutMarks(value)] as const),
    body: body === undefined ? undefined : cut(textOf(body)),
  };
}

function seenAnswer({ status, headers, body }: Answer, mask: (text: string) => string): SeenAnswer {
  return {
    status,
    headers: headers.map(([name, value]) => [mask(name), mask(value)] as const),
    body: cut(mask(textOf(body))),
  };
}

const LONGEST_BODY = 2_000;

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}

function cut(text: string): string {
  if (text.length <= LONGEST_BODY) return text;
  return `${text.slice(0, LONGEST_BODY)}... (${text.length} characters)`;
}

/** A line for a POSIX shell. Headers stand in double quotes, so that the token is filled in; the body in single ones. */
function curlLine({ method, url, headers }: ShellRequest, { body, delivery }: Draft): string {
  const chunked = delivery === 'chunked' ? [`-H 'Transfer-Encoding: chunked'`] : [];
  const options = [...headers.map(headerOption), ...chunked];
  // Brackets and braces in a URL are patterns to curl.
  const literally = /[[\]{}]/.test(url) ? '-g ' : '';
  const curl = [`curl ${literally}-i -X ${method}`, doubleQuoted(url), ...options].join(' ');
  if (body === undefined) return curl;
  if (typeof body === 'string' && !body.includes('\0') && body.length <= LONGEST_ARGUMENT) {
    return `${curl} --data-binary ${shellWord(body)}`;
  }
  return `printf %s ${Buffer.from(body).toString('base64')} | base64 -d | ${curl} --data-binary @-`;
}

/** Linux takes no single argument beyond 128 kB. */
const LONGEST_ARGUMENT = 100_000;

/** curl sends no header that has no value, unless it is written with a semicolon. */
function headerOption([name, value]: HeaderLine): string {
  return value === '' ? `-H ${shellWord(`${name};`)}` : `-H ${doubleQuoted(`${name}: ${value}`)}`;
}

/** What stands between our marks is meant for the shell; nothing else is. */
function doubleQuoted(text: string): string {
  const parts = text.split(/\ue000([^\ue001]*)\ue001/);
  return `"${parts.map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\"$`]/g, '\\$&'))).join('')}"`;
}

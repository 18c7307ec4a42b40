/** An exchange as a person sees it: credentials masked, long bodies cut, a curl line that does it again. */

import type { Contract, SecurityScheme } from '../../spec/contract.ts';
import { isHome } from '../../spec/home.ts';
import { pathIn, type Span, spanOf } from '../body-path.ts';
import type { Evidence, SeenAnswer, SeenRequest } from '../finding.ts';
import type { HeaderLine } from '../headers.ts';
import type { Case, CredentialPlan, Draft } from './case.ts';
import { type Credentials, masker, SHELL_BASE64, SHELL_JSON, withCredentials } from './credentials.ts';
import { curlLine, forShell, type ShellRequest, shellWord, withoutMarks } from './curl.ts';
import type { Answer, Exchange } from './exchange.ts';
import { sentenceOf } from './sentence.ts';

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
    rule: sentenceOf(tried.place, contract),
    request: seenRequest(shown, tried),
    answer: exchange.outcome.kind === 'answer' ? seenAnswer(exchange.outcome.answer, mask) : undefined,
    curl: curlLine(shown, draft.delivery),
    ...(tried.company === undefined ? {} : { isPart: true }),
    replay: `plant-store replay '${tried.id}' ${shellWord(baseUrl)}${specOption(contract)}`,
  };
}

/** The ids of cases depend on the document. */
function specOption(contract: Contract): string {
  return isHome(contract) ? '' : ` --spec ${shellWord(contract.file)}`;
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
  const { path, headers, body } = withCredentials(clean, schemes, symbols);
  const readable = path.replace(/%EE%80%80(.*?)%EE%80%81/g, (_all, inner: string) =>
    forShell(decodeURIComponent(inner)),
  );
  return {
    method: exchange.request.method,
    url: `${baseUrl}${readable}`,
    headers: headers.map(basicAsShell),
    body: typeof body === 'string' ? jsonAsShell(body) : body,
    isBodyForShell: body !== draft.body,
  };
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

/** A secret may hold what JSON escapes. */
function jsonAsShell(body: string): string {
  return body.replace(forShell('$PLANT_STORE_TOKEN'), () => forShell(SHELL_JSON));
}

function seenRequest(shown: ShellRequest, tried: Case): SeenRequest {
  const { method, url, headers, body, isBodyForShell } = shown;
  const text = body === undefined ? undefined : textOf(body);
  return {
    ...seenBody(isBodyForShell ? withoutMarks(text ?? '') : text, tried),
    method,
    url: withoutMarks(url),
    headers: headers.map(([name, value]) => [name, withoutMarks(value)] as const),
  };
}

/** With the part that the case is about, where its words name one: a long body is cut around it. */
function seenBody(text: string | undefined, { topic, mutation }: Case): Pick<SeenRequest, 'body' | 'mark'> {
  const path = pathIn(mutation) ?? pathIn(topic);
  const mark = text === undefined || path === undefined || path.length === 0 ? undefined : spanOf(text, path);
  if (text === undefined || mark === undefined) {
    return { body: text === undefined ? undefined : cut(text) };
  }
  return mark.start < LONGEST_BODY / 2 ? { body: cut(text), mark: withinCut(mark) } : cutAround(text, mark);
}

function withinCut({ start, end }: Span): Span {
  return { start, end: Math.min(end, LONGEST_BODY) };
}

function cutAround(text: string, { start, end }: Span): Pick<SeenRequest, 'body' | 'mark'> {
  const from = start - LONGEST_BODY / 4;
  const shift = from - CUT.length;
  const mark = withinCut({ start: start - shift, end: end - shift });
  return { body: `${CUT}${cut(text.slice(from))}`, mark };
}

function seenAnswer({ status, headers, body }: Answer, mask: (text: string) => string): SeenAnswer {
  return {
    status,
    headers: headers.map(([name, value]) => [mask(name), withoutSession(name, mask(value))] as const),
    body: cut(mask(textOf(body))),
  };
}

/** A session is a credential too. */
function withoutSession(name: string, value: string): string {
  return name.toLowerCase() === 'set-cookie' ? value.replace(/=[^;]*/, '=***') : value;
}

const LONGEST_BODY = 2_000;
const CUT = '... ';

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}

function cut(text: string): string {
  if (text.length <= LONGEST_BODY) return text;
  return `${text.slice(0, LONGEST_BODY)}... (${text.length} characters)`;
}

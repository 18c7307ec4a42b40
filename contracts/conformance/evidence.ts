/** An exchange as a person sees it: credentials masked, long bodies cut, a curl line that does it again. */

import { TOKEN_MASK } from '../../secrets.ts';
import type { Contract, SecurityScheme } from '../../spec/contract.ts';
import { isHome } from '../../spec/home.ts';
import type { Evidence, SeenAnswer, SeenRequest } from '../finding.ts';
import type { HeaderLine } from '../headers.ts';
import type { Case, Draft } from './case.ts';
import { type Credentials, masker, rightValue, secretFor, withCredentials } from './credentials.ts';
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
  const mask = maskFor(input);
  const shown = shownRequest(input);
  return {
    caseId: tried.id,
    family: tried.family,
    mutation: tried.mutation,
    request: { ...shown, body: draft.body === undefined ? undefined : cut(textOf(draft.body)) },
    answer: exchange.outcome.kind === 'answer' ? seenAnswer(exchange.outcome.answer, mask) : undefined,
    curl: curlLine(shown, draft),
    replay: `plant-store replay '${tried.id}' ${baseUrl}${specOption(contract)}`,
  };
}

/** The ids of cases depend on the document. */
function specOption(contract: Contract): string {
  return isHome(contract) ? '' : ` --spec ${shellWord(contract.file)}`;
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The masker of the run, and for a credential made out of the right one that one too. */
export function maskFor({
  draft,
  credentials,
}: Pick<EvidenceInput, 'draft' | 'credentials'>): (text: string) => string {
  const mask = masker(credentials);
  const { credentials: plan } = draft;
  if (plan === 'right' || plan.value.kind !== 'derived') return mask;
  const secret = plan.value.from(rightValue(plan.scheme, secretFor(plan.scheme, credentials) ?? ''));
  const bare = secret.replace(/^\S+ /, '');
  return (text) => mask(bare.length > 3 ? text.replaceAll(bare, TOKEN_MASK) : text);
}

/** The request with `$PLANT_STORE_TOKEN` for the credential, as a shell would fill it in. */
function shownRequest({ draft, exchange, schemes, baseUrl }: EvidenceInput): SeenRequest {
  const symbols: Credentials = { token: TOKEN_MASK, byScheme: new Map() };
  const { credentials: plan } = draft;
  const value =
    plan !== 'right' && plan.value.kind === 'derived'
      ? { kind: 'literal' as const, text: plan.value.shell }
      : undefined;
  const shown =
    plan !== 'right' && value !== undefined ? { ...draft, credentials: { ...plan, value } } : draft;
  const { path, headers } = withCredentials(shown, schemes, symbols);
  const readable = path.replaceAll(encodeURIComponent(TOKEN_MASK), TOKEN_MASK);
  return {
    method: exchange.request.method,
    url: `${baseUrl}${readable}`,
    headers: headers.map(basicAsShell),
    body: undefined,
  };
}

/** Base64 of the mask would be no use to anybody. */
function basicAsShell([name, value]: HeaderLine): HeaderLine {
  const encoded = Buffer.from(TOKEN_MASK).toString('base64');
  return [name, value.replace(encoded, '$(printf %s "$PLANT_STORE_TOKEN" | base64 | tr -d "\\n")')];
}

function seenAnswer({ status, headers, body }: Answer, mask: (text: string) => string): SeenAnswer {
  return {
    status,
    headers: headers.map(([name, value]) => [name, mask(value)] as const),
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
function curlLine({ method, url, headers }: SeenRequest, { body, delivery }: Draft): string {
  const chunked = delivery === 'chunked' ? [`-H 'Transfer-Encoding: chunked'`] : [];
  const curl = [`curl -i -X ${method}`, doubleQuoted(url), ...headers.map(headerOption), ...chunked].join(
    ' ',
  );
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
  return value === '' ? `-H '${name};'` : `-H ${doubleQuoted(`${name}: ${value}`)}`;
}

/** Command substitutions and `$PLANT_STORE_TOKEN` are meant for the shell; everything else is not. */
function doubleQuoted(text: string): string {
  return `"${text
    .split(/(\$\{PLANT_STORE_TOKEN[^}]*\}|\$PLANT_STORE_TOKEN|\$\(printf[^)]*\))/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\"$`]/g, '\\$&')))
    .join('')}"`;
}

/** What must hold of every answer, whatever was sent: framed and told as HTTP wants it, and nothing of the inside in it. */
import { isJsonObject, parseJson } from '../../../../spec/json/exact-json.ts';
import { CONTROL_TOKEN, TOKEN, WRONG_TOKEN } from './requests.ts';
import { headerValues, type RawResponse } from './wire/responses.ts';

export const secrets: readonly string[] = [TOKEN, CONTROL_TOKEN, WRONG_TOKEN];

export function responseProblems(response: RawResponse): readonly string[] {
  const { status, headers, body } = response;
  if (status < 200) return [];
  const text = `${headers.join('\n')}\n\n${body.toString('utf8')}`;
  const headerCount = (name: string) => headerValues(response, name).length;
  const rules: readonly (readonly [isBroken: boolean, fault: string])[] = [
    [secrets.some((secret) => text.includes(secret)), 'holds a credential'],
    [/\n\s+at |node:|\.ts:/.test(text), 'holds a stack trace'],
    [headerCount('date') !== 1, 'has no Date (RFC 9110, 6.6.1)'],
    [status === 401 && headerCount('www-authenticate') === 0, 'has no WWW-Authenticate (RFC 9110, 15.5.2)'],
    [status === 405 && headerCount('allow') === 0, 'has no Allow (RFC 9110, 15.5.6)'],
    [new Set(headers.map(([name]) => name)).size !== headers.length, 'has a header twice'],
    [status >= 400 && !isError(response), 'is neither an Error of the contract nor a problem document'],
  ];
  return rules.flatMap(([isBroken, problem]) => (isBroken ? [`${status} ${problem}`] : []));
}

/** `{ error, message }` as the contracts declare it, or RFC 9457. */
function isError(response: RawResponse): boolean {
  const [type = ''] = headerValues(response, 'content-type');
  const parsed = parseJson(response.body.toString('utf8'));
  if (!parsed.ok || !isJsonObject(parsed.value)) return false;
  const { error, message, status, detail } = parsed.value;
  if (type === 'application/json') return Number.isInteger(error) && typeof message === 'string';
  return type === 'application/problem+json' && status === response.status && typeof detail === 'string';
}

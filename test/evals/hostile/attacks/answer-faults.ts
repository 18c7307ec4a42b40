/** What must hold of every answer, whatever was sent: framed and told as HTTP wants it, and nothing of the inside in it. */
import { isJsonObject, parseJson } from '../../../../spec/json/exact-json.ts';
import { CONTROL_TOKEN, TOKEN, WRONG_TOKEN } from './requests.ts';
import { type Answer, headersOf } from './wire/answers.ts';

export const secrets: readonly string[] = [TOKEN, CONTROL_TOKEN, WRONG_TOKEN];

export function faultsOf(answer: Answer): readonly string[] {
  const { status, headers, body } = answer;
  if (status < 200) return [];
  const text = `${headers.join('\n')}\n\n${body.toString('utf8')}`;
  const said = (name: string) => headersOf(answer, name).length;
  const rules: readonly (readonly [isBroken: boolean, fault: string])[] = [
    [secrets.some((secret) => text.includes(secret)), 'holds a credential'],
    [/\n\s+at |node:|\.ts:/.test(text), 'holds a stack trace'],
    [said('date') !== 1, 'has no Date (RFC 9110, 6.6.1)'],
    [status === 401 && said('www-authenticate') === 0, 'has no WWW-Authenticate (RFC 9110, 15.5.2)'],
    [status === 405 && said('allow') === 0, 'has no Allow (RFC 9110, 15.5.6)'],
    [new Set(headers.map(([name]) => name)).size !== headers.length, 'has a header twice'],
    [status >= 400 && !isError(answer), 'is neither an Error of the contract nor a problem document'],
  ];
  return rules.flatMap(([isBroken, fault]) => (isBroken ? [`${status} ${fault}`] : []));
}

/** `{ error, message }` as the contracts declare it, or RFC 9457. */
function isError(answer: Answer): boolean {
  const [type = ''] = headersOf(answer, 'content-type');
  const parsed = parseJson(answer.body.toString('utf8'));
  if (!parsed.ok || !isJsonObject(parsed.value)) return false;
  const { error, message, status, detail } = parsed.value;
  if (type === 'application/json') return Number.isInteger(error) && typeof message === 'string';
  return type === 'application/problem+json' && status === answer.status && typeof detail === 'string';
}

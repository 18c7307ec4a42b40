import { parseJsonBytes } from '../../../spec/json/exact-json.ts';
import type { AnswerPart } from '../../finding/finding.ts';
import { syntaxErrorAt } from '../../http/body-path.ts';
import type { Draft } from '../model/draft.ts';
import { notUtf8At } from './charset-is-utf-8.ts';
import { bodyPlace, type Check } from './check.ts';

export const bodyIsJson: Check = {
  id: 'body-is-json',
  severity: 'fault',
  holds: 'a body under a JSON media type is JSON, in UTF-8 and nothing more',
  title: 'The body is not JSON',
  why: 'No client can read it. Likely causes: a body put together by hand, debug output before or after it, a body cut or sent twice, another encoding than UTF-8. Write the body with a JSON library, once and in UTF-8.',
  restsOn: 'RFC 8259, section 2 (the grammar) and section 8.1 (UTF-8, without a byte order mark)',
  defaults:
    'json.dumps of Python writes NaN and Infinity (but for allow_nan=False), PHP its warnings before the body (display_errors)',
  appliesTo: ({ json }) => json !== undefined,
  violations(judged) {
    const { json, answer, response, draft } = judged;
    if (json === undefined || json.ok || answer === undefined) return [];
    if (isBeyondUs(answer.body) && isBeyondUs(bytesOf(draft.body))) return [];
    const violation = { expected: 'JSON in UTF-8', received: json.reason, place: bodyPlace(judged) };
    return [{ ...violation, ...wrongPart(answer.body), key: response?.status ?? 'undeclared' }];
  },
};

/** JSON that is deeper or has longer numbers than our own parser takes: a store may send back what it was sent, no more. */
function isBeyondUs(body: Uint8Array): boolean {
  if (parseJsonBytes(body).ok) return false;
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}

function bytesOf(body: Draft['body'] = ''): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

/** In a larger one the place is not looked for: that takes as long as parsing it many times. */
const LARGEST_BODY = 100_000;

function wrongPart(body: Uint8Array): { readonly at?: AnswerPart } {
  if (body.byteLength === 0 || body.byteLength > LARGEST_BODY) return {};
  const text = Buffer.from(body).toString('utf8');
  // Of what only ends too early it is the end.
  const offset = notUtf8At(body) ?? syntaxErrorAt(text) ?? text.length - 1;
  return { at: { in: 'body', offset } };
}

import { parseJsonBytes } from '../../../spec/json/exact-json.ts';
import type { ResponsePart } from '../../finding/finding.ts';
import { syntaxErrorOffset } from '../../http/json-path.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import { findInvalidUtf8 } from './charset-is-utf-8.ts';
import { bodyPlace, type Check } from './check.ts';

export const bodyIsJson: Check = {
  id: 'body-is-json',
  severity: 'error',
  invariant: 'a body with a JSON media type is valid JSON in UTF-8, with nothing before or after it',
  title: 'The body is not JSON',
  why: 'Clients cannot read the body. Likely causes: JSON built by string concatenation, debug output before or after it, a truncated or duplicated body, an encoding other than UTF-8. Write the body once, with a JSON library, in UTF-8.',
  references: 'RFC 8259, section 2 (the grammar) and section 8.1 (UTF-8, without a byte order mark)',
  frameworkDefaults:
    'Python json.dumps writes NaN and Infinity (unless allow_nan=False); PHP prints warnings before the body (display_errors)',
  appliesTo: ({ json }) => json !== undefined,
  violations(context) {
    const { json, response, declared, requestSpec } = context;
    if (json === undefined || json.ok || response === undefined) return [];
    if (exceedsParserLimits(response.body) && exceedsParserLimits(bytesOf(requestSpec.body))) return [];
    const violation = { expected: 'JSON in UTF-8', received: json.reason, place: bodyPlace(context) };
    return [{ ...violation, ...locateSyntaxError(response.body), key: declared?.status ?? 'undeclared' }];
  },
};

/**
 * JSON that is valid but deeper, or has longer numbers, than our parser supports. A response may echo such a request.
 */
function exceedsParserLimits(body: Uint8Array): boolean {
  if (parseJsonBytes(body).ok) return false;
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}

function bytesOf(body: RequestSpec['body'] = ''): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

/** The syntax error is not located in larger bodies: that costs as much as parsing them many times. */
const MAX_SEARCHED_BYTES = 100_000;

function locateSyntaxError(body: Uint8Array): { readonly responsePart?: ResponsePart } {
  if (body.byteLength === 0 || body.byteLength > MAX_SEARCHED_BYTES) return {};
  const text = Buffer.from(body).toString('utf8');
  // The error of a truncated body is at its end.
  const offset = findInvalidUtf8(body) ?? syntaxErrorOffset(text) ?? text.length - 1;
  return { responsePart: { in: 'body', offset } };
}

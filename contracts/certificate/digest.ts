/** What makes a change by accident noticed. */
import { createHash } from 'node:crypto';
import { toJson } from '../../spec/json/copies.ts';
import { canonicalText } from '../../spec/json/exact-json.ts';

/** Of all but the digest itself, whatever the order of its keys and its white space; hexadecimal. */
export function digestOf(certificate: object): string {
  const rest = Object.entries(certificate).filter(([key]) => key !== 'digest');
  return createHash('sha256')
    .update(canonicalText(toJson(Object.fromEntries(rest))))
    .digest('hex');
}

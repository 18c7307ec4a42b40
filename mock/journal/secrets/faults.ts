/** Messages quote what they are about: `body.password: expected string, got integer 123456`. */

import { MASK } from '../../authenticate/credential-places.ts';
import type { Fault } from '../../http/refusals.ts';
import type { SecretFields } from './fields.ts';

/** What may be kept of a fault. */
export interface KeptFault {
  readonly message: string;
  /** As the message quoted it; undefined where it is not secret. */
  readonly secret?: string;
}

export function keptFault({ at, message }: Pick<Fault, 'at' | 'message'>, fields: SecretFields): KeptFault {
  const found = isAboutSecret(at, fields) ? QUOTE.exec(message) : null;
  const [quoted, type = ''] = found ?? [];
  if (found === null || quoted === undefined) return { message };
  return {
    message: `${message.slice(0, found.index)}, got ${type}${MASK}`,
    secret: quoted.slice(', got '.length),
  };
}

/** A value with its type; of a text that is cut at the end as well. */
const QUOTE = /, got (?!(?:nothing|null|object|array)$)((?:string|integer|number|boolean) )?.+$/s;

function isAboutSecret(at: Fault['at'], fields: SecretFields): boolean {
  const [place, name] = at;
  if (typeof place === 'string' && typeof name === 'string' && fields.isParameter(place, name)) return true;
  if (place === 'header' && typeof name === 'string') return fields.headers.has(name.toLowerCase());
  if (place === 'body' && at.length === 1 && fields.isRequestBody(undefined)) return true;
  return at.slice(1).some((part) => typeof part === 'string' && fields.names.has(part));
}

/** The headers that a response declares, each with a value that is valid by its schema. */

import type { Json } from '../../spec/json/exact-json.ts';
import type { Response } from '../../spec/model/contract.ts';
import { headerText } from './header-text.ts';

/** Set by the server for each message; a contract that declares them describes them only. */
const ownHeaders = new Set([
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'date',
  'trailer',
]);

/** As text, by name; `taken` are Prism's values by lower-case name. What is not among them is given where it is required. */
export function declaredHeaders(
  response: Response,
  taken: ReadonlyMap<string, Json> = new Map(),
): Readonly<Record<string, string>> {
  const values = response.headers
    .filter(({ name }) => !ownHeaders.has(name.toLowerCase()) && /^[\w!#$%&'*+.^`|~-]+$/.test(name))
    .flatMap((header) => {
      const text = headerText(header, taken.get(header.name.toLowerCase()));
      return text === undefined ? [] : [[header.name, text] as const];
    });
  return Object.fromEntries(values);
}

/** A violation of a schema, and its message. */
import { truncate } from '../../sanitize.ts';
import { type Json, jsonTypeOf, stringifyJson } from '../json/exact-json.ts';
import type { Place } from '../source/source-file.ts';

export interface Violation {
  /** The JSON Schema keyword: `type`, `required`, `format`, ... */
  readonly keyword: string;
  /** The path into the value; for a missing property it includes its name. */
  readonly path: readonly (string | number)[];
  /** The place of the keyword in the document. */
  readonly place: Place;
  /** A noun phrase: `integer`, `a string of at least 3 characters`. */
  readonly expected: string;
  /** A noun phrase: `string "7"`, `nothing`. */
  readonly received: string;
  /** Only of a `oneOf` that several alternatives match: how many. */
  readonly matchCount?: number;
}

/** `body.id: expected integer, got string "7"` */
export function describeViolation(violation: Pick<Violation, 'path' | 'expected' | 'received'>, root = 'body'): string {
  return `${formatPath(violation.path, root)}: expected ${violation.expected}, got ${violation.received}`;
}

/** `body.lines[2].size`, `body["odd name"]` */
export function formatPath(at: readonly (string | number)[], root = 'body'): string {
  return at.reduce<string>((path, part) => {
    if (typeof part === 'number') return `${path}[${part}]`;
    return /^[A-Za-z_$][\w$]*$/.test(part) ? `${path}.${part}` : `${path}[${JSON.stringify(part)}]`;
  }, root);
}

/** `string "7"`, `integer 3`, `object`; long ones cut. */
export function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const type = jsonTypeOf(value);
  if (type === 'null' || type === 'object' || type === 'array') return type;
  const text = stringifyJson(value);
  return `${type} ${text.length > 60 ? `${truncate(text, 50)}... (${text.length} characters)` : text}`;
}

/** `1 item`, `2 items` */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

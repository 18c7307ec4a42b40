import type { Schema } from '../../../../spec/model/schema.ts';
import { findFormat } from '../../../../spec/validation/formats.ts';
import { pluralize } from '../../../../spec/validation/violation.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import { type BoundaryProbe, boundText } from './probe.ts';

/** Longer limits are not tested. */
const LONGEST = 4_000;

/** `maxLength` of email addresses and URIs: the values are valid in their format, so only the length can be the cause. */
export function* formatLengthProbes({ maxLength, format = '', pattern }: Schema): Generator<BoundaryProbe> {
  const create = creators.get(format);
  if (create === undefined || maxLength === undefined || maxLength > LONGEST || pattern !== undefined) return;
  for (const [length, side] of [
    [maxLength, 'within'],
    [maxLength + 1, 'beyond'],
  ] as const) {
    const value = create(length);
    if (value?.length !== length || findFormat(format)?.accepts(value) !== true) continue;
    const name = `${length} characters long, a right ${format}`;
    const description = `a valid ${format}, ${pluralize(length, 'character')} long${boundText('maxLength', maxLength)}`;
    yield { keyword: 'maxLength', name, description, value, side };
  }
}

/** By format: a value of this length; undefined where there is none. */
const creators: ReadonlyMap<string, (length: number) => string | undefined> = new Map([
  ['email', createEmail],
  ['uri', createUri],
]);

const DOMAIN = '.example.com';
const LOCAL_PART = 'someone';
/** RFC 5321, section 4.5.3.1.3: a path has 256 characters with its angle brackets. */
const LONGEST_EMAIL = 254;
/** RFC 1035, section 2.3.4. */
const LONGEST_LABEL = 63;

/** Of the same length, since implementations may accept each email once; other texts stay as they are. */
export function withFreshLocalPart(text: string, fresh: FreshValues): string {
  if (!text.startsWith(`${LOCAL_PART}@`)) return text;
  const local = fresh.word().padEnd(LOCAL_PART.length, 'x').slice(0, LOCAL_PART.length);
  return `${local}${text.slice(LOCAL_PART.length)}`;
}

function createEmail(length: number): string | undefined {
  let remaining = length - `${LOCAL_PART}@${DOMAIN}`.length;
  if (remaining < 1 || length > LONGEST_EMAIL) return undefined;
  const labels: string[] = [];
  while (remaining > LONGEST_LABEL) {
    // Two characters remain for the next dot and label.
    const label = Math.min(LONGEST_LABEL, remaining - 2);
    labels.push('x'.repeat(label));
    remaining -= label + 1;
  }
  labels.push('x'.repeat(remaining));
  return `${LOCAL_PART}@${labels.join('.')}${DOMAIN}`;
}

function createUri(length: number): string | undefined {
  const start = 'https://example.com/';
  return length < start.length ? undefined : start + 'x'.repeat(length - start.length);
}

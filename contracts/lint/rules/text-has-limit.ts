import type { Schema } from '../../../spec/model/schema.ts';
import { formatNamed } from '../../../spec/validation/formats.ts';
import type { LintRule } from '../rule.ts';
import { withoutLimit } from './without-limit.ts';

export const textHasLimit: LintRule = {
  id: 'text-has-limit',
  severity: 'advice',
  holds: 'every text of a request has a limit: maxLength, pattern, enum or format',
  title: 'A text of requests has no limit',
  why: 'Nobody can say which texts have to be taken: a name of a million characters is valid, and an implementation that refuses it is in the wrong. Set maxLength (and minLength: 1 where the empty text is none), or a pattern, enum or format.',
  restsOn: 'JSON Schema Validation 2020-12, section 6.3 (maxLength, pattern)',
  most: 1,
  problems: (contract) => withoutLimit(contract, { wanted: 'a limit on', received: 'any text', isFree }),
};

function isFree({ types, format, pattern, maxLength, ...flat }: Schema): boolean {
  if (types?.has('string') !== true) return false;
  if (flat.enum !== undefined || flat.const !== undefined || flat.not !== undefined) return false;
  return pattern === undefined && maxLength === undefined && !isLimiting(format);
}

/** Formats whose values are files, or that nobody checks but everybody understands, limit in their own way. */
function isLimiting(format: string | undefined): boolean {
  return format !== undefined && (formatNamed(format) !== undefined || format === 'binary');
}

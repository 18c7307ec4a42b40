import type { Schema } from '../../../spec/model/schema.ts';
import type { LintRule } from '../rule.ts';
import { withoutLimit } from './without-limit.ts';

export const integerHasRange: LintRule = {
  id: 'integer-has-range',
  severity: 'advice',
  holds: 'every integer of a request has a range: a format, a minimum or a maximum',
  title: 'An integer of requests has no range',
  why: 'An integer of a thousand digits is valid, and no implementation takes it. Say format: int32 or int64, or minimum and maximum.',
  restsOn: 'OpenAPI, Data Types (int32, int64); RFC 8259, section 6 (numbers)',
  most: 1,
  problems: (contract) => withoutLimit(contract, { wanted: 'a range for', received: 'any integer', isFree }),
};

function isFree({ types, format, ...flat }: Schema): boolean {
  if (types?.has('integer') !== true || format !== undefined) return false;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = flat;
  const limits = [minimum, maximum, exclusiveMinimum, exclusiveMaximum, flat.enum, flat.const];
  return limits.every((limit) => limit === undefined);
}

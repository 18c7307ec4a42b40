/** Values of options that have the right type and may still be wrong. */
import { KitError } from '../../errors.ts';
import type { MockOptions } from './mock-options.ts';

/** Headers cannot contain other characters. Messages never include the value. */
export function checkTokens(token: MockOptions['token']): readonly string[] | undefined {
  if (token === undefined) return undefined;
  const tokens = [token].flat();
  if (tokens.length > 0 && tokens.every((one) => /^[\x21-\x7e]+$/.test(one))) return tokens;
  throw new KitError('option-invalid', 'token: expected at least one visible ASCII character and no spaces');
}

/** More would not be realistic data but a load test. */
const MAX_RECORD_COUNT = 500;

/** Undefined if the option is no number. */
export function checkRecordCount(records: MockOptions['records']): number | undefined {
  if (typeof records !== 'number') return undefined;
  if (Number.isInteger(records) && records >= 0 && records <= MAX_RECORD_COUNT) return records;
  throw new KitError(
    'option-invalid',
    `records: expected a file or a number from 0 to ${MAX_RECORD_COUNT}, got ${records}`,
  );
}

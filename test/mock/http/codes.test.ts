import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { httpErrorTable, violationCodes } from '../../../mock/http/http-error.ts';
import { CODES_DOCUMENT, codesDocument } from './error-codes-page.ts';

describe('the error codes', () => {
  it('match the documented ones', () => {
    expect(readFileSync(CODES_DOCUMENT, 'utf8')).toBe(codesDocument());
  });

  it('are unique for each kind of error', () => {
    const codes = Object.values(httpErrorTable).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => Object.values<number>(violationCodes).includes(code))).toEqual([]);
  });

  // A changed code would break users' tests.
  it.each([
    ['required', 1101],
    ['type', 1102],
    ['enum', 1103],
    ['format', 1105],
    ['pattern', 1106],
    ['maximum', 1110],
    ['additionalProperties', 1121],
  ])('are stable: %s is %i', (rule, code) => {
    expect(violationCodes[rule]).toBe(code);
  });
});

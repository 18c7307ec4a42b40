import { expect, test } from 'vitest';
import { coverageLines } from '../../../contracts/render/text/coverage-text.ts';
import { columnCount } from '../../../contracts/render/text/terminal.ts';
import type { CoverageItem, OperationCoverage } from '../../../contracts/report/coverage.ts';
import { noRejections, plain } from '../../report/support.ts';

const place = { file: 'spec.yaml', pointer: '', line: 1 };
const seen = (name: string): CoverageItem => ({ name, place, counts: { seen: 3 }, missing: [] });
const unseen = (name: string, why: string): CoverageItem => ({
  ...seen(name),
  counts: { seen: 0 },
  missing: [{ variant: 'seen', reason: why }],
});

const operation: OperationCoverage = {
  operation: 'createPlant',
  exchanges: 12,
  rejections: noRejections,
  groups: [
    { kind: 'responses', items: [seen('200'), unseen('500', 'the contract does not specify when it is returned')] },
    {
      kind: 'response media types',
      items: [seen('200 application/json'), unseen('500 text/plain', 'no 500 was received')],
    },
    {
      kind: 'constraints',
      items: [seen('/components/schemas/A/type'), unseen('/components/schemas/A/not', 'no case breaks it')],
    },
  ],
};

test('prints how much was covered, and each gap with its reason, except gaps that follow from others', () => {
  expect(linesOf([operation])).toEqual([
    'coverage of createPlant: 1 of 2 responses, 1 of 2 response media types, 1 of 2 constraints',
    '  not  response 500: the contract does not specify when it is returned',
    '  not  constraint A/not: no case breaks it',
  ]);
});

test('shortens a long place so that the reason stays readable', () => {
  const name =
    '/paths/~1rooms~1{room}~1photo/put/requestBody/content/multipart~1form-data/schema/properties/caption/type';
  const items = [unseen(name, 'a form field is a string, so every value has this type')];
  expect(linesOf([{ ...operation, groups: [{ kind: 'constraints', items }] }])[1]).toBe(
    '  not  constraint properties/caption/type: a form field is a string, so every value has this type',
  );
});

test('reports an operation without checked requests', () => {
  expect(linesOf([{ ...operation, exchanges: 0 }])).toEqual([
    'coverage of createPlant: nothing; none of its requests were checked',
  ]);
});

test('prints the first of many gaps', () => {
  const items = Array.from({ length: 30 }, (_one, index) => unseen(`/a/${index}`, 'no case breaks it'));
  const lines = linesOf([{ ...operation, groups: [{ kind: 'constraints', items }] }]);
  expect(lines).toHaveLength(9);
  expect(lines.at(-1)).toBe('  and 23 more parts in the JSON report');
});

test('prints the sums of more than 12 operations and which of them have gaps', () => {
  const whole = { ...operation, groups: [{ kind: 'responses' as const, items: [seen('200')] }] };
  const many = Array.from({ length: 20 }, (_one, index) => ({ ...whole, operation: `operation${index}` }));
  expect(linesOf([...many, operation])).toEqual([
    'coverage of 21 operations: 21 of 22 responses, 1 of 2 response media types, 1 of 2 constraints',
    '  partial  createPlant: 1 of 2 responses, 1 of 2 response media types, 1 of 2 constraints',
  ]);
});

test('fits 110 columns without terminal control characters', () => {
  const items = [unseen(`/${'a'.repeat(300)}\u001b[31m`, 'no case breaks it'.repeat(9))];
  const lines = linesOf([
    {
      ...operation,
      operation: 'x'.repeat(60),
      groups: [...operation.groups, { kind: 'parameters', items }],
    },
  ]);
  for (const line of lines) {
    expect(columnCount(line)).toBeLessThanOrEqual(110);
    expect(line).not.toContain('\u001b');
  }
});

function linesOf(operations: readonly OperationCoverage[]): readonly string[] {
  return coverageLines({ operations }, plain);
}

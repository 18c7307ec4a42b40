import { expect, test } from 'vitest';
import { findingsCsv } from '../../contracts/render/csv.ts';
import { evidence, findingWith, reportWith, stageWith } from '../report/support.ts';

const linesOf = (...findings: readonly ReturnType<typeof findingWith>[]) =>
  findingsCsv(reportWith([stageWith({ findings })])).split('\r\n');

test('has a line for each finding, errors first, and ends with a line break', () => {
  const warning = findingWith({ severity: 'warning', fingerprint: 'other' });
  const lines = linesOf(warning, findingWith({ evidence, similarCount: 4 }));
  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe('severity,check,operation,title,case,expected,received,contract,cases,id,waived until,reason');
  expect(lines[1]).toMatch(
    /^error,invalid-rejected,createPlant,An invalid request is accepted,"body\.id is its value as a string: ""1042""",400,status 200,spec\/plant-store\.yaml:90,5,invalid-rejected\/createPlant\/\w+,,$/,
  );
  expect(lines[2]).toMatch(/^warning,/);
  expect(lines[3]).toBe('');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('a spreadsheet does not evaluate %j', (text) => {
  const [, line = ''] = linesOf(findingWith({ received: text }));
  const [, , , , , , received = ''] = line.split(',');
  expect(received).toMatch(/^(?:'| |\\u)/);
});

test('a text stays in its line and cell', () => {
  const [, line] = linesOf(findingWith({ received: 'a\nb,"c"\u202e' }));
  expect(line).toContain(',"a b,""c""\\u202e",');
});

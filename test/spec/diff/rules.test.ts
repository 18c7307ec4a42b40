import { describe, expect, test } from 'vitest';
import { changeRules } from '../../../spec/diff/rules/all-rules.ts';
import type { ChangeRule } from '../../../spec/diff/rules/change.ts';
import { schemaRules } from '../../../spec/diff/rules/schema-rules.ts';
import * as tables from './operation-cases.ts';
import { callbackCases } from './outgoing-call-cases.ts';

const allCases = [...Object.values(tables).flat(), ...callbackCases];

const ofSchemas = new Set(schemaRules.map(({ id }) => id));
const ofOperations = changeRules.filter(({ id }) => !ofSchemas.has(id)).map(({ id }) => id);

describe('the rule table', () => {
  test('has unique ids', () => {
    const ids = changeRules.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test.each(changeRules.map((rule) => [rule.id, rule] as const))('%s has an affected side and a reason', (id, rule) => {
    expect(id).toMatch(/^(new|api|request|response)-[a-z-]+$/);
    expect(rule.title).toMatch(/^[^.]+$/);
    expect(rule.why).toMatch(/\.$/);
    expect(isConsistent(rule)).toBe(true);
  });

  test.each(ofOperations)('%s is covered by a test', (id) => {
    const raised = allCases.flatMap(({ expected, expectedReversed }) => [...expected, ...expectedReversed]);
    expect(raised).toContain(id);
  });

  test('reports a change in both directions of a comparison', () => {
    const oneWay = allCases.filter(
      ({ expected, expectedReversed }) => expected.length === 0 || expectedReversed.length === 0,
    );
    expect(oneWay).toEqual([]);
  });
});

/** Only harmless rules may affect nobody. */
function isConsistent({ impact, breaks }: ChangeRule): boolean {
  return impact === 'harmless' || breaks !== 'none';
}

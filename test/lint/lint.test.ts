import path from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../contracts/catalogue.ts';
import { lintContract, lintRules } from '../../contracts/lint/lint.ts';
import { formatPlace } from '../../spec/contract.ts';
import { loadContract } from '../../spec/load.ts';
import { plantStore } from '../conformance/support.ts';
import { kitFolder } from '../pact/support.ts';

async function findingsIn(name: string) {
  const findings = lintContract(
    await loadContract(path.join(kitFolder, 'test/fixtures/lint', `${name}.yaml`)),
  );
  return findings.map(({ check, severity, subject, place, line, received }) => {
    return [severity, check, subject, `${path.basename(formatPlace(place))}: ${line}`, received] as const;
  });
}

test('the contract of the kit has no finding', () => {
  expect(lintContract(plantStore)).toEqual([]);
});

test('an example that breaks its schema is a fault, told once with its file and line', async () => {
  const found = await findingsIn('wrong-examples');
  expect(found.map(([severity, check]) => `${severity} ${check}`)).toEqual(
    Array(found.length).fill('fault example-valid'),
  );
  expect(found.map(([, , , place]) => place).toSorted()).toEqual([
    'wrong-examples.yaml:14: example: seven',
    'wrong-examples.yaml:20: wrong: { value: blue }',
    'wrong-examples.yaml:30: value: { size: 3 }',
    'wrong-examples.yaml:38: example: often',
    'wrong-examples.yaml:43: example: { name: Fern, size: 11 }',
    'wrong-examples.yaml:50: example: broken',
    'wrong-examples.yaml:60: example: A name that is too long',
  ]);
});

test('the reason names the part of the example that is wrong', async () => {
  const reasons = new Map(
    (await findingsIn('wrong-examples')).map(([, , , place, reason]) => [place, reason]),
  );
  expect(reasons.get('wrong-examples.yaml:43: example: { name: Fern, size: 11 }')).toMatch(
    /example\.size.*11/,
  );
  expect(reasons.get('wrong-examples.yaml:30: value: { size: 3 }')).toMatch(/name/);
});

test('examples are judged in their direction, exactly, and by null where it is allowed', async () => {
  expect(await findingsIn('right-examples')).toEqual([]);
});

test('what makes an implementation hard to judge is advice', async () => {
  expect((await findingsIn('hard-to-judge')).map((finding) => finding.slice(0, 4))).toEqual([
    ['advice', 'success-declared', 'listFailures', 'hard-to-judge.yaml:7: get:'],
    ['advice', 'error-has-schema', 'listFailures', "hard-to-judge.yaml:10: '404':"],
    ['advice', 'error-has-schema', 'showMoved', "hard-to-judge.yaml:24: '4XX':"],
  ]);
});

test('the ids of rules are unique, among the checks of all stages too', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(lintRules.every(({ id }) => ids.includes(id))).toBe(true);
});

test('every rule finds something in one of the fixtures', async () => {
  const found = [...(await findingsIn('wrong-examples')), ...(await findingsIn('hard-to-judge'))];
  expect([...new Set(found.map(([, check]) => check))].toSorted()).toEqual(
    lintRules.map(({ id }) => id).toSorted(),
  );
});

test('two findings have two fingerprints', async () => {
  const file = path.join(kitFolder, 'test/fixtures/lint/wrong-examples.yaml');
  const fingerprints = lintContract(await loadContract(file)).map(({ fingerprint }) => fingerprint);
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
});

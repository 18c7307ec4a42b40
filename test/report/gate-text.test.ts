/** What a gate says to a person. */
import { expect, test } from 'vitest';
import { gateText } from '../../contracts/report/gate-text.ts';
import { plain, reportWith, stageWith } from './support.ts';

const notes = (count: number) => Array.from({ length: count }, (_unused, index) => `note ${index}`);
const told = (text: string) => text.split('\n').filter((line) => line.startsWith('note: '));

test('notes are told one by one as long as a screen holds them', () => {
  expect(
    told(gateText(reportWith([stageWith({ findings: [], notes: notes(20) })]), 'out', plain)),
  ).toHaveLength(20);
});

test('of more notes the first are told, and the number of the others, for each stage', () => {
  const stages = [
    stageWith({ findings: [], notes: notes(323) }),
    stageWith({ findings: [], notes: ['own'] }),
  ];
  const lines = told(gateText(reportWith(stages), 'out', plain));
  expect([lines.length, ...lines.slice(-3)]).toEqual([
    22,
    'note: note 19',
    'note: and 303 more notes in the JSON report',
    'note: own',
  ]);
});

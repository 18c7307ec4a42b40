/** Sections as text: Markdown, which reads well on a terminal too. */
import { markdown } from '../../corpus/table.ts';
import type { BenchCell, BenchTable, Column, Goal, Section } from './section.ts';

/** Tables, goals and notes, an empty line between them. */
export function sectionText({ tables, goals, notes }: Section): string {
  return [...tables.map(tableText), listOf(goals.map(goalText)), listOf(notes)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function tableText({ title: label, columns, rows }: BenchTable): string {
  const head = columns.map((column) => column.label);
  const cells = rows.map((row) => columns.map((column, at) => cellText(row[at] ?? null, column)));
  return `${label}:\n\n${markdown(head, cells)}`;
}

function cellText(cell: BenchCell, { digits = 0 }: Column): string {
  return typeof cell === 'number' ? numberText(cell, digits) : (cell ?? '-');
}

function numberText(value: number, digits: number): string {
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function listOf(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${sentence}`).join('\n');
}

export function isMet({ value, bound, limit }: Goal): boolean | null {
  if (value === null) return null;
  return bound === 'at most' ? value <= limit : value >= limit;
}

/** One line: what is bounded, its value, the goal, and whether it is met. */
export function goalText(goal: Goal): string {
  const { description: label, value, bound, limit } = goal;
  const verdict = { true: 'met', false: 'missed', null: 'not measured' }[`${isMet(goal)}`];
  const received = value === null ? '' : ` ${numberText(value, 2)};`;
  return `${label}:${received} goal ${bound} ${limit}: **${verdict}**`;
}

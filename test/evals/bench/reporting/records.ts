/** A section of benches that give plain records: a table with a column for each field, and goals about fields. */

import { ratioOf } from '../measuring/statistics.ts';
import type { BenchCell, Column, Goal, Section } from './section.ts';

export interface FieldGoal {
  readonly description: string;
  readonly field: string;
  /** Of which row: those where the fields have these values. Of several rows the worst counts. */
  readonly rowFilter?: Readonly<Record<string, BenchCell>>;
  /** The same field of this row is the unit. */
  readonly unitRow?: Readonly<Record<string, BenchCell>>;
  readonly bound: Goal['bound'];
  readonly limit: number;
}

export const atMost = (limit: number) => ({ bound: 'at most', limit }) as const;
export const atLeast = (limit: number) => ({ bound: 'at least', limit }) as const;

/** How a field is shown; those that nothing is said of have their name and digits by their size. */
export interface Field extends Column {
  /** What its values are multiplied by, 1 unless given: bytes to MB. */
  readonly scale?: number;
}

export interface Records {
  readonly title: string;
  /** A record or a list of them; a field that is a record becomes text. */
  readonly data: unknown;
  readonly fields?: Readonly<Record<string, Field>>;
  /** About fields as they are, without their scale. One about rows that are not there is left out. */
  readonly goals?: readonly FieldGoal[];
}

export function recordsSection({ title: label, data, fields = {}, goals = [] }: Records): Section {
  const rows = (Array.isArray(data) ? data : [data]).map(toRow);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name) => fields[name] ?? columnOf(name, rows));
  const cells = rows.map((row) => names.map((name) => scaled(row[name] ?? null, fields[name]?.scale)));
  return {
    tables: [{ title: label, columns, rows: cells }],
    goals: goals.flatMap((goal) => measureGoal(goal, rows)),
    notes: [],
  };
}

function scaled(cell: BenchCell, scale = 1): BenchCell {
  return typeof cell === 'number' ? cell * scale : cell;
}

type Row = Readonly<Record<string, BenchCell>>;

function toRow(value: unknown): Row {
  if (typeof value !== 'object' || value === null) return { value: toCell(value) };
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toCell(field)]));
}

function toCell(value: unknown): BenchCell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).map(([name, part]) => (Array.isArray(value) ? `${part}` : `${name}: ${part}`));
  return parts.join(', ');
}

/** As many digits as the largest number of the column needs to say something. */
function columnOf(name: string, rows: readonly Row[]): Column {
  const values = rows.map((row) => row[name]).filter((value) => typeof value === 'number');
  const isWhole = values.every((value) => Number.isInteger(value));
  const most = Math.max(0, ...values.map(Math.abs));
  return { label: labelFor(name), digits: isWhole || most >= 1_000 ? 0 : most >= 10 ? 1 : 2 };
}

function labelFor(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function measureGoal(
  { description: label, field, rowFilter, unitRow, bound, limit }: FieldGoal,
  rows: readonly Row[],
): readonly Goal[] {
  const matchingRows = rowsWith(rows, rowFilter);
  if (matchingRows.length === 0) return [];
  const worst = worstOf(valuesOf(matchingRows, field), bound);
  const unit = unitRow === undefined ? 1 : worstOf(valuesOf(rowsWith(rows, unitRow), field), bound);
  return [{ description: label, value: ratioOf(worst, unit), bound, limit }];
}

function rowsWith(rows: readonly Row[], where: Row = {}): readonly Row[] {
  return rows.filter((row) => Object.entries(where).every(([name, value]) => row[name] === value));
}

function valuesOf(rows: readonly Row[], field: string): readonly number[] {
  return rows.map((row) => row[field]).filter((value) => typeof value === 'number');
}

function worstOf(values: readonly number[], bound: Goal['bound']): number | null {
  if (values.length === 0) return null;
  return bound === 'at most' ? Math.max(...values) : Math.min(...values);
}

/** Paths with a query written into them, such as `/things?kind=small`: no router knows them, and documents have them. */
import type { Operation } from '../../spec/model/contract.ts';
import { Refusal } from '../refusals.ts';
import { parseTarget, type QueryField, type Target } from './target.ts';

/** The path as the contract may have it: with each query that the request holds, the longest first; then without. */
export type Spellings = (target: Target) => readonly string[];

export function createSpellings(operations: readonly Operation[]): Spellings {
  const texts = new Set(operations.flatMap(({ path }) => /\?(.*)$/s.exec(path)?.[1] ?? []));
  const queries = [...texts].flatMap(fieldsOf).toSorted((a, b) => b.fields.length - a.fields.length);
  if (queries.length === 0) return ({ path }) => [path];
  return ({ path, query }) => [
    ...queries
      .filter(({ fields }) => fields.every((field) => holds(query, field)))
      .map(({ text }) => `${path}?${text}`),
    path,
  ];
}

interface Query {
  readonly text: string;
  readonly fields: readonly QueryField[];
}

function fieldsOf(text: string): readonly Query[] {
  const target = parseTarget(`/?${text}`);
  return target instanceof Refusal ? [] : [{ text, fields: target.query }];
}

function holds(query: readonly QueryField[], { name, rawValue }: QueryField): boolean {
  return query.some((field) => field.name === name && field.rawValue === rawValue);
}

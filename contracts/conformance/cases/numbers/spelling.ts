/** Numbers as they are written, which `JSON.stringify` leaves no choice of. */
import { type Json, stringifyJson } from '../../../../spec/exact-json.ts';
import type { Draft, Fresh } from '../../case.ts';
import { rawDraft, type Twin } from '../../twin.ts';
import { freshWith, type Spot } from '../spots.ts';

/** Stands for the number until the rest is text. */
const HOLE = 'a-number-goes-here-5b1f';

export interface Spelt {
  readonly spelling: string;
  /** What it means; undefined where no value of ours does. */
  readonly value: Json | undefined;
}

export function speltDraft(twin: Twin, spot: Spot, { spelling, value }: Spelt, fresh: Fresh): Draft {
  const body = freshWith(spot, HOLE, fresh);
  const text = stringifyJson(body).replace(JSON.stringify(HOLE), spelling);
  return rawDraft(twin, { text, value: value === undefined ? undefined : filled(body, value) });
}

function filled(body: Json, value: Json): Json {
  if (body === HOLE) return value;
  if (Array.isArray(body)) return body.map((item: Json) => filled(item, value));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, part]) => [name, filled(part, value)]));
}

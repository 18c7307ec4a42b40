/** Values as they are written, which `JSON.stringify` leaves no choice of. */
import { type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { rememberedText } from '../../../../spec/remembered.ts';
import type { Draft, Fresh } from '../../model/draft.ts';
import type { Twin } from '../../request/twin.ts';
import { rawDraft } from '../../request/twin-draft.ts';
import { textAround } from '../../request/values/choices.ts';
import { replaceAt } from '../../request/values/sites.ts';
import { freshWith, type MutationPoint } from './mutation-points.ts';

export interface Spelt {
  /** As it stands in the JSON. */
  readonly spelling: string;
  /** What it means; undefined where no value of ours does. */
  readonly value: Json | undefined;
}

export function speltDraft(
  twin: Twin,
  point: MutationPoint,
  { spelling, value }: Spelt,
  fresh: Fresh,
): Draft {
  const body = freshWith(point, null, fresh);
  const [before = '', after = ''] = textAround(body, point.path) ?? [];
  const meant = value === undefined ? undefined : replaceAt(body, point.path, value);
  return rawDraft(twin, { text: `${before}${spelling}${after}`, value: meant });
}

/** Every letter, and whatever is not ASCII, of every text as a `\\u` escape; keys included. */
export function escapeAll(value: Json): string {
  return stringifyJson(value).replace(/"(?:[^"\\]|\\.)*"/g, escapeText);
}

/** What is an escape already stays as it is. */
function escapeText(text: string): string {
  return text.replace(/\\u[0-9a-f]{4}|\\.|[A-Za-z]|[^\x00-\x7f]/g, escapeUnit);
}

const escapeUnit = rememberedText((unit) =>
  unit.startsWith('\\') ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

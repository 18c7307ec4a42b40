/** Values as they are written, which `JSON.stringify` leaves no choice of. */
import type { Json } from '../../../../spec/exact-json.ts';
import type { Draft, Fresh } from '../../model/draft.ts';
import type { Twin } from '../../request/twin.ts';
import { rawDraft } from '../../request/twin-draft.ts';
import { replaceAt } from '../../request/values/sites.ts';
import { freshWith, type MutationPoint } from './mutation-points.ts';
import { textAround } from './placeholder.ts';

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

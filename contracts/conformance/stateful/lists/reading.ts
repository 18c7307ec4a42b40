/** Asks for a list, or for a part of it. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Draft, Fresh } from '../../model/draft.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ListQuery, ListShape } from '../../model/list-query.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import type { Twin, TwinBody } from '../../request/twin.ts';
import { rawDraft, withFreshUuids } from '../../request/twin-draft.ts';
import { choicesFor } from '../../request/values/choices.ts';
import { freshenAll } from '../../request/values/fresh.ts';
import { replaceAt } from '../../request/values/sites.ts';
import { isAccepted, jsonOf } from '../model/records.ts';
import { LATER_MS, mayBeRefused } from '../model/tolerated.ts';

export interface ListPlot {
  readonly list: Twin;
  readonly shape: ListShape;
  /** Undefined where records cannot be made. */
  readonly create: Twin | undefined;
}

/** The records, or undefined where none came. */
export function* read(
  plot: ListPlot,
  fresh: Fresh,
  words: string,
  query?: ListQuery,
  added: readonly ParameterValue[] = [],
): StepGenerator<readonly Json[] | undefined> {
  return plot.shape.itemsIn(yield* readBody(plot, fresh, words, query, added));
}

export function* readBody(
  plot: ListPlot,
  fresh: Fresh,
  words: string,
  query?: ListQuery,
  added: readonly ParameterValue[] = [],
): StepGenerator<Json | undefined> {
  const { operation } = plot.list;
  const draft = draftWith(plot.list, added, fresh);
  const unusual = added.length === 0 ? [] : mayBeRefused;
  const exchange: Exchange = yield { operation, draft, words, open: unusual, ...(query && { query }) };
  return isAccepted(exchange) ? jsonOf(exchange) : undefined;
}

export function draftWith(list: Twin, added: readonly ParameterValue[], fresh: Fresh): Draft {
  const others = list.parameters.filter(({ parameter }) => !added.some((one) => one.parameter === parameter));
  return withFreshUuids(rawDraft({ ...list, parameters: [...others, ...added] }, { text: undefined }), fresh);
}

/** The list as it is known everywhere: pages are cut from one list then. */
export function* readLater(plot: ListPlot, fresh: Fresh): StepGenerator<readonly Json[] | undefined> {
  const { operation } = plot.list;
  const draft = draftWith(plot.list, [], fresh);
  const words = 'the list is read a moment later';
  const exchange: Exchange = yield { operation, draft, words, afterMs: LATER_MS };
  return isAccepted(exchange) ? plot.shape.itemsIn(jsonOf(exchange)) : undefined;
}

/** Records that differ in what a list can be asked by. */
interface Variation {
  /** The properties that are to differ. */
  readonly names: readonly string[];
  readonly index: number;
  readonly fresh: Fresh;
}

export function varied({ full, schema }: TwinBody, { names, index, fresh }: Variation): Json {
  const { properties } = flatten(schema);
  const start = freshenAll(full, schema, fresh);
  return names.reduce((value, name) => {
    const declared = properties.get(name);
    const now = isJsonObject(value) ? value[name] : undefined;
    const choices = declared === undefined ? [] : choicesFor(declared, now);
    const choice = choices[index % Math.max(choices.length, 1)];
    if (choice === undefined || !isJsonObject(value)) return value;
    const changed = replaceAt(value, [name], choice);
    return isValid(schema, changed, 'request') ? changed : value;
  }, start);
}

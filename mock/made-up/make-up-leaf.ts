/** Makes up a text or a number: by the format and the name of its property, else by its type. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Schema, TypeName } from '../../spec/model/schema.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { findGenerators } from './find-generator.ts';
import { cutText, fitValue, type LeafType } from './fit-value.ts';
import { type GeneratorName, generators } from './generators.ts';
import { type MakeUpOptions, type Place, seedFor } from './place.ts';
import type { Subject } from './subject.ts';

export interface Leaf {
  readonly schema: Schema;
  /** Its alternative that the value has, flat. */
  readonly view: Schema;
  readonly place: Place;
  readonly subject: Subject;
}

/** Some lengths and bounds only fit some of the values that a generator draws. */
const MAX_DRAWS = 5;

/** The value itself if the schema accepts no other one. */
export function makeUpLeaf(value: Json, { schema, view, place, subject }: Leaf, options: MakeUpOptions): Json {
  const accepts = (one: Json | undefined): one is Json => one !== undefined && isValid(schema, one, 'response');
  const referred = options.findReference?.(place.path, place.key);
  if (accepts(referred)) return referred;
  if (typeof value === 'boolean') return options.mode === 'varied' ? makeUpFlag(value, place, options) : value;
  const type = leafType(value, view.types);
  // Embedded content has a syntax of its own.
  if (type === undefined || view.contentMediaType !== undefined) return value;
  for (const name of [...findGenerators(place, view.format), ...fallbacks(type, view, options)]) {
    // The first record of most collections.
    if (name === 'id' && type !== 'string') return accepts(1) ? 1 : value;
    for (let draw = 0; draw < MAX_DRAWS; draw++) {
      const made = generators[name]({ faker: seedFor(place, options, String(draw)), subject });
      const fitted = isHostTooLong(made, view) ? undefined : fitValue(made, view, type);
      if (accepts(fitted)) return fitted;
    }
  }
  const cut = allowsAnyText(view, options)
    ? cutText(generators.word({ faker: seedFor(place, options, 'cut'), subject }), view)
    : undefined;
  return type === 'string' && accepts(cut) ? cut : value;
}

function allowsAnyText({ format, pattern }: Schema, { mode }: MakeUpOptions): boolean {
  return mode !== 'random' && format === undefined && pattern === undefined;
}

function makeUpFlag(value: boolean, place: Place, options: MakeUpOptions): Json {
  return seedFor(place, options, 'flag').datatype.boolean() ? value : !value;
}

/** The host of a placeholder image is replaced by that of the request, which may be longer and matches no pattern. */
function isHostTooLong(value: Json | Date, { maxLength = Infinity, pattern }: Schema): boolean {
  if (typeof value !== 'string' || !value.startsWith('http://')) return false;
  return pattern !== undefined || value.length + MAX_LONGER_HOST > maxLength;
}

const MAX_LONGER_HOST = 60;

/** A text with a syntax of its own keeps the value of the sample, and so does any text of a random one. */
function fallbacks(type: LeafType, view: Schema, options: MakeUpOptions): readonly GeneratorName[] {
  if (type === 'string') return allowsAnyText(view, options) ? ['words', 'word'] : [];
  return options.mode === 'random' ? [] : ['number'];
}

function leafType(value: Json, types: ReadonlySet<TypeName> | undefined): LeafType | undefined {
  if (typeof value === 'string') return 'string';
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  return types?.has('integer') === true && !types.has('number') ? 'integer' : 'number';
}

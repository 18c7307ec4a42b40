/** The names of the members of a map, where the sample has only placeholders such as `property1`. */
import type { JsonObject } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { findGenerators } from './find-generator.ts';
import { generators } from './generators.ts';
import { type MakeUpOptions, type Place, seedFor } from './place.ts';
import type { Subject } from './subject.ts';

/** Those of Prism's samples. */
const PLACEHOLDER = /^property\d+$/;

/** A text that is short enough to be a name. */
const WORD = /^[\w-]{1,40}$/;

const MAX_DRAWS = 5;

interface MapPlace {
  readonly view: Schema;
  readonly place: Place;
  readonly subject: Subject;
}

/** By the name of the map: `byPriority` has priorities as names. The same object if it has no placeholders. */
export function withMapKeys(value: JsonObject, { view, place, subject }: MapPlace, options: MakeUpOptions): JsonObject {
  const isPlaceholder = (name: string) => PLACEHOLDER.test(name) && !view.properties.has(name);
  if (view.propertyNames !== undefined || view.patternProperties.length > 0) return value;
  if (!Object.keys(value).some(isPlaceholder)) return value;
  const used = new Set(Object.keys(value));
  const rename = (name: string) => {
    for (let draw = 0; draw < MAX_DRAWS; draw++) {
      const faker = seedFor(place, options, `${name} ${draw}`);
      const [kind = 'word'] = draw === MAX_DRAWS - 1 ? [] : findGenerators(place, undefined);
      const made = generators[kind]({ faker, subject });
      const word = typeof made === 'string' && WORD.test(made) ? made : generators.word({ faker, subject });
      if (used.has(word)) continue;
      used.add(word);
      return word;
    }
    return name;
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [isPlaceholder(name) ? rename(name) : name, part]),
  );
}

/** Names of properties that are the bounds of a range. */
import { splitWords } from './name-parts.ts';

export interface BoundNames {
  readonly lower: string;
  readonly upper: string;
}

/**
 * The pairs among the properties of one object, in the order of its schema: their names differ only in the words for the
 * bounds. A guest arrives before the departure, a train departs before its arrival: the first property is the lower bound.
 */
export function boundPairs(names: readonly string[]): readonly BoundNames[] {
  const splitNames = names.map((name) => ({ name, words: splitWords(name) }));
  const pairs = splitNames.flatMap(({ name: lower, words }) => {
    const others = wordChoices(words);
    if (others.length === 0) return [];
    const found = splitNames.find(({ words: candidate }) => others.includes(candidate.join(' ')));
    return found === undefined ? [] : [{ lower, upper: found.name }];
  });
  return pairs.filter(
    ({ lower, upper }, index) => !pairs.slice(0, index).some((pair) => pair.lower === upper && pair.upper === lower),
  );
}

/** The words of the other bound, such as `max price` for `min price`. */
function wordChoices(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) =>
    (upperWords.get(word) ?? []).map((upper) => words.with(index, upper).join(' ')),
  );
}

const upperWords: ReadonlyMap<string, readonly string[]> = new Map([
  ['min', ['max']],
  ['minimum', ['maximum']],
  ['lower', ['upper']],
  ['lowest', ['highest']],
  ['low', ['high']],
  ['from', ['to', 'until', 'till', 'through', 'thru']],
  ['since', ['until', 'till']],
  ['after', ['before']],
  ['start', ['end', 'stop', 'finish']],
  ['starts', ['ends', 'stops', 'finishes']],
  ['started', ['ended', 'stopped', 'finished', 'completed']],
  ['starting', ['ending']],
  ['begin', ['end']],
  ['begins', ['ends']],
  ['beginning', ['end', 'ending']],
  ['earliest', ['latest']],
  ['open', ['close']],
  ['opens', ['closes']],
  ['opened', ['closed']],
  ['opening', ['closing']],
  ['checkin', ['checkout']],
  ['in', ['out']],
  ['departure', ['arrival', 'return']],
  ['arrival', ['departure']],
  ['published', ['expires']],
  ['issued', ['expires']],
]);

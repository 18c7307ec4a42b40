/** The words of the name of an event, in a form in which those with the same meaning are equal. */
import { propertyWords } from '../made-up/property-words.ts';

/** `close` and `closed` are equal, and so are `add` and `create`. */
export function eventStems(text: string): readonly string[] {
  const words = propertyWords(text).filter((word) => word !== 'on');
  return words.map((word) => {
    const stem = word.replace(/(?:ed|d|e|s|ing|ion)$/, '');
    return synonyms.get(stem) ?? stem;
  });
}

const synonyms = new Map([
  ['add', 'creat'],
  ['new', 'creat'],
  ['chang', 'updat'],
  ['modifi', 'updat'],
  ['remov', 'delet'],
  ['cancell', 'cancel'],
]);

/** Finds words of the list in identifiers, comments, messages and pages. */
import { permittedUses, type RetiredWord, retiredWords } from './retired-words.ts';

export interface RetiredUse {
  /** Path from the root and line, such as `cli/main.ts:12`. */
  readonly place: string;
  readonly word: string;
  readonly use: string;
}

const byFirstWord = Map.groupBy(retiredWords, ({ word }) => word.split(' ')[0] ?? '');

/** Identifiers are read word by word: `refusedCases` and `refused-cases.ts` both have the word refused. */
export function findRetiredWords(file: string, text: string): readonly RetiredUse[] {
  const lines = [file, ...text.split('\n')];
  return lines.flatMap((line, index) =>
    wordsIn(line)
      .filter(({ word }) => !isPermitted(word, `${file}: ${line}`))
      .map(({ word, use }) => ({ place: index === 0 ? file : `${file}:${index}`, word, use })),
  );
}

function wordsIn(line: string): readonly RetiredWord[] {
  const words = (line.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
  return words.flatMap((first, index) =>
    (byFirstWord.get(first) ?? []).filter(({ word }) => {
      const phrase = word.split(' ');
      return phrase.length === 1 || line.toLowerCase().includes(word)
        ? phrase.every((part, offset) => words[index + offset] === part)
        : false;
    }),
  );
}

function isPermitted(word: string, place: string): boolean {
  return permittedUses.some((permitted) => permitted.word === word && permitted.where.test(place));
}

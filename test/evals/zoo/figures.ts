/** What the trials say, as rows of a table. */
import { isCaught, type Trial } from './trial.ts';
import type { Language } from './variant.ts';
import type { Exhibit, Zoo } from './zoo.ts';

export interface Row {
  readonly words: string;
  readonly stores: number;
  readonly caught: number;
  readonly missed: readonly string[];
  readonly falseAlarms: readonly string[];
  readonly requests: number;
  readonly seconds: number;
}

/** Of one zoo. */
export interface Figures {
  readonly faulty: Row;
  readonly right: Row;
  /** By kind of fault, by how deep it lies, and by the language where it was seen. */
  readonly rows: readonly Row[];
}

export function figuresOf(zoo: Zoo, trials: readonly Trial[]): Figures {
  const tried = new Map(trials.map((trial) => [trial.name, trial]));
  const exhibits = zoo.exhibits.filter(({ name }) => tried.has(name));
  const row = (words: string, belongs: (exhibit: Exhibit) => boolean): Row =>
    rowOf(zoo, { words, exhibits: exhibits.filter(belongs), tried });
  const isFaulty = (exhibit: Exhibit) => exhibit.kind === 'faulty';
  return {
    faulty: row('faulty', isFaulty),
    right: row('right', (exhibit) => !isFaulty(exhibit)),
    rows: [
      ...zoo.enclosures.map((enclosure) =>
        row(enclosure.words, (exhibit) => enclosure.variants.includes(exhibit)),
      ),
      row(
        'one simple request shows the fault',
        (exhibit) => isFaulty(exhibit) && depthOf(exhibit) === 'basic',
      ),
      row('it takes more', (exhibit) => isFaulty(exhibit) && depthOf(exhibit) === 'deep'),
      ...languages.map((language) =>
        row(`seen in ${language}`, (exhibit) => seenInOf(exhibit)?.language === language),
      ),
    ].filter(({ stores }) => stores > 0),
  };
}

const languages: readonly Language[] = ['Java', 'Go', 'PHP', 'Python', 'C#', 'JavaScript'];

function depthOf(exhibit: Exhibit): string | undefined {
  return exhibit.kind === 'faulty' ? exhibit.depth : undefined;
}

function seenInOf(exhibit: Exhibit) {
  return exhibit.kind === 'faulty' ? exhibit.seenIn : undefined;
}

/** Of several zoos together. */
export function sumOf(words: string, rows: readonly Row[]): Row {
  const sum = (numberOf: (row: Row) => number) => rows.reduce((total, row) => total + numberOf(row), 0);
  return {
    words,
    stores: sum(({ stores }) => stores),
    caught: sum(({ caught }) => caught),
    missed: rows.flatMap(({ missed }) => missed),
    falseAlarms: rows.flatMap(({ falseAlarms }) => falseAlarms),
    requests: sum(({ requests }) => requests),
    seconds: sum(({ seconds }) => seconds),
  };
}

interface Group {
  readonly words: string;
  readonly exhibits: readonly Exhibit[];
  readonly tried: ReadonlyMap<string, Trial>;
}

function rowOf(zoo: Zoo, { words, exhibits, tried }: Group): Row {
  const pairs = exhibits.flatMap((exhibit) => {
    const trial = tried.get(exhibit.name);
    return trial === undefined ? [] : [{ exhibit, trial }];
  });
  const faulty = pairs.filter(({ exhibit }) => exhibit.kind === 'faulty');
  const right = pairs.filter(({ exhibit }) => exhibit.kind === 'right').map(({ trial }) => trial);
  const missed = faulty.filter(({ exhibit, trial }) => !isCaught(trial, zoo.foundBy(exhibit)));
  return {
    words,
    stores: pairs.length,
    caught: faulty.length - missed.length,
    missed: missed.map(({ exhibit }) => exhibit.name),
    falseAlarms: right.filter(({ faults }) => faults.length > 0).map(({ name }) => name),
    requests: pairs.reduce((sum, { trial }) => sum + trial.requests, 0),
    seconds: pairs.reduce((sum, { trial }) => sum + trial.ms, 0) / 1000,
  };
}

/** What the trials say, as rows of a table. */
import type { Enclosure, Language, Variant } from './index.ts';
import { isCaught, type Trial } from './trial.ts';

export interface Row {
  readonly words: string;
  readonly stores: number;
  readonly caught: number;
  readonly missed: readonly string[];
  readonly falseAlarms: readonly string[];
  readonly requests: number;
  readonly seconds: number;
}

export interface Figures {
  readonly faulty: Row;
  readonly right: Row;
  /** By kind of fault, by how deep it lies, and by the language where it was seen. */
  readonly rows: readonly Row[];
}

export function figuresOf(enclosures: readonly Enclosure[], trials: readonly Trial[]): Figures {
  const tried = new Map(trials.map((trial) => [trial.name, trial]));
  const variants = enclosures
    .flatMap((enclosure) => enclosure.variants)
    .filter(({ name }) => tried.has(name));
  const row = (words: string, belongs: (variant: Variant) => boolean): Row =>
    rowOf(words, variants.filter(belongs), tried);
  const isFaulty = (variant: Variant) => variant.kind === 'faulty';
  return {
    faulty: row('all faulty', isFaulty),
    right: row('all right', (variant) => !isFaulty(variant)),
    rows: [
      ...enclosures.map((enclosure) =>
        row(enclosure.words, (variant) => enclosure.variants.includes(variant)),
      ),
      row(
        'one simple request shows the fault',
        (variant) => isFaulty(variant) && depthOf(variant) === 'basic',
      ),
      row('it takes more', (variant) => isFaulty(variant) && depthOf(variant) === 'deep'),
      ...languages.map((language) =>
        row(`seen in ${language}`, (variant) => seenInOf(variant)?.language === language),
      ),
    ].filter(({ stores }) => stores > 0),
  };
}

const languages: readonly Language[] = ['Java', 'Go', 'PHP', 'Python', 'C#', 'JavaScript'];

function depthOf(variant: Variant): string | undefined {
  return variant.kind === 'faulty' ? variant.depth : undefined;
}

function seenInOf(variant: Variant) {
  return variant.kind === 'faulty' ? variant.seenIn : undefined;
}

function rowOf(words: string, variants: readonly Variant[], tried: ReadonlyMap<string, Trial>): Row {
  const pairs = variants.flatMap((variant) => {
    const trial = tried.get(variant.name);
    return trial === undefined ? [] : [{ variant, trial }];
  });
  const faulty = pairs.filter(({ variant }) => variant.kind === 'faulty').map(({ trial }) => trial);
  const right = pairs.filter(({ variant }) => variant.kind === 'right').map(({ trial }) => trial);
  return {
    words,
    stores: pairs.length,
    caught: faulty.filter(isCaught).length,
    missed: faulty.filter((trial) => !isCaught(trial)).map(({ name }) => name),
    falseAlarms: right.filter(({ faults }) => faults.length > 0).map(({ name }) => name),
    requests: pairs.reduce((sum, { trial }) => sum + trial.requests, 0),
    seconds: pairs.reduce((sum, { trial }) => sum + trial.ms, 0) / 1000,
  };
}

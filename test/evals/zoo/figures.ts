/** What the trials say, as rows of a table. */
import { isCaught, type Trial } from './trial.ts';
import type { Language } from './variant.ts';
import type { VariantInfo, Zoo } from './zoo.ts';

export interface ZooRow {
  readonly title: string;
  readonly stores: number;
  readonly caught: number;
  readonly missed: readonly string[];
  readonly falseAlarms: readonly string[];
  readonly requests: number;
  readonly seconds: number;
}

/** Of one zoo. */
export interface ZooResults {
  readonly faulty: ZooRow;
  readonly right: ZooRow;
  /** By kind of fault, by how deep it lies, and by the language where it was seen. */
  readonly rows: readonly ZooRow[];
}

export function computeFigures(zoo: Zoo, trials: readonly Trial[]): ZooResults {
  const trialsByName = new Map(trials.map((trial) => [trial.name, trial]));
  const variants = zoo.variants.filter(({ name }) => trialsByName.has(name));
  const row = (title: string, isInRow: (variant: VariantInfo) => boolean): ZooRow =>
    rowOf(zoo, { title, variants: variants.filter(isInRow), trialsByName });
  const isFaulty = (variant: VariantInfo) => variant.kind === 'faulty';
  return {
    faulty: row('faulty', isFaulty),
    right: row('correct', (variant) => !isFaulty(variant)),
    rows: [
      ...zoo.variantGroups.map((group) => row(group.title, (variant) => group.variants.includes(variant))),
      row('detectable with one simple request', (variant) => isFaulty(variant) && depthOf(variant) === 'basic'),
      row('needs more than one simple request', (variant) => isFaulty(variant) && depthOf(variant) === 'deep'),
      ...languages.map((language) =>
        row(`observed in ${language}`, (variant) => seenInOf(variant)?.language === language),
      ),
    ].filter(({ stores }) => stores > 0),
  };
}

/**
 * The results of a complete run with those variants replaced that were run again: which defects are found, and which
 * correct ones get errors. Requests and seconds remain those of the complete run.
 */
export function updateFigures(zoo: Zoo, complete: ZooResults, trials: readonly Trial[]): ZooResults {
  const again = computeFigures(zoo, trials);
  const order = zoo.variants.map(({ name }) => name);
  const isOld = (name: string) => !trials.some((trial) => trial.name === name);
  const merged = (old: readonly string[], renewed: readonly string[] = []) =>
    [...old.filter(isOld), ...renewed].toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
  const update = (row: ZooRow, renewed: ZooRow | undefined): ZooRow => {
    const missed = merged(row.missed, renewed?.missed);
    const falseAlarms = merged(row.falseAlarms, renewed?.falseAlarms);
    return { ...row, missed, falseAlarms, caught: row.caught + row.missed.length - missed.length };
  };
  return {
    faulty: update(complete.faulty, again.faulty),
    right: update(complete.right, again.right),
    rows: complete.rows.map((row) =>
      update(
        row,
        again.rows.find(({ title }) => title === row.title),
      ),
    ),
  };
}

const languages: readonly Language[] = ['Java', 'Go', 'PHP', 'Python', 'C#', 'JavaScript'];

function depthOf(variant: VariantInfo): string | undefined {
  return variant.kind === 'faulty' ? variant.depth : undefined;
}

function seenInOf(variant: VariantInfo) {
  return variant.kind === 'faulty' ? variant.seenIn : undefined;
}

/** Of several zoos together. */
export function sumRows(title: string, rows: readonly ZooRow[]): ZooRow {
  const sum = (numberOf: (row: ZooRow) => number) => rows.reduce((total, row) => total + numberOf(row), 0);
  return {
    title,
    stores: sum(({ stores }) => stores),
    caught: sum(({ caught }) => caught),
    missed: rows.flatMap(({ missed }) => missed),
    falseAlarms: rows.flatMap(({ falseAlarms }) => falseAlarms),
    requests: sum(({ requests }) => requests),
    seconds: sum(({ seconds }) => seconds),
  };
}

interface Group {
  readonly title: string;
  readonly variants: readonly VariantInfo[];
  readonly trialsByName: ReadonlyMap<string, Trial>;
}

function rowOf(zoo: Zoo, { title, variants, trialsByName }: Group): ZooRow {
  const pairs = variants.flatMap((variant) => {
    const trial = trialsByName.get(variant.name);
    return trial === undefined ? [] : [{ exhibit: variant, trial }];
  });
  const faulty = pairs.filter(({ exhibit: variant }) => variant.kind === 'faulty');
  const right = pairs.filter(({ exhibit: variant }) => variant.kind === 'right').map(({ trial }) => trial);
  const missed = faulty.filter(({ exhibit: variant, trial }) => !isCaught(trial, zoo.foundBy(variant)));
  return {
    title,
    stores: pairs.length,
    caught: faulty.length - missed.length,
    missed: missed.map(({ exhibit: variant }) => variant.name),
    falseAlarms: right.filter(({ errors }) => errors.length > 0).map(({ name }) => name),
    requests: pairs.reduce((sum, { trial }) => sum + trial.requests, 0),
    seconds: pairs.reduce((sum, { trial }) => sum + trial.ms, 0) / 1000,
  };
}

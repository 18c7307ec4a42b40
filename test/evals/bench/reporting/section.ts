/** What a bench found: data alone, from which the tables on the terminal, docs/explanation/performance.md and the chart are made. */

import type { Profile } from './profiles.ts';

export type BenchCell = string | number | null;

export interface Column {
  readonly label: string;
  /** After the decimal point; 0 unless given. */
  readonly digits?: number;
}

export interface BenchTable {
  readonly title: string;
  readonly columns: readonly Column[];
  /** A cell that is null could not be measured. */
  readonly rows: readonly (readonly BenchCell[])[];
}

export interface Goal {
  /** What is bounded, with its unit: `CPU of a valid request, x baseline`. */
  readonly description: string;
  /** Null where it could not be measured. */
  readonly value: number | null;
  readonly bound: 'at most' | 'at least';
  readonly limit: number;
}

/** A line of the chart. */
export interface Bar {
  readonly name: string;
  /** To the baseline. */
  readonly ratio: number;
  readonly kind: 'own' | 'baseline' | 'other';
}

export interface Section {
  readonly tables: readonly BenchTable[];
  readonly goals: readonly Goal[];
  /** Whole sentences: what was left out, and why. */
  readonly notes: readonly string[];
  readonly bars?: readonly Bar[];
  /** What is stored for each release, and compared with `--compare`. */
  readonly profile?: Profile;
  /** Of what was measured besides the kit and Node, by name. */
  readonly versions?: Readonly<Record<string, string>>;
}

/** How much is measured: for the page, for a person in a hurry, for a test that it runs at all. */
export type BenchSize = 'whole' | 'quick' | 'least';

export interface BenchOptions {
  readonly size: BenchSize;
  /** Other mock servers too, which are installed in `peers/`. */
  readonly peers: boolean;
  /** Documents to measure besides those that are at hand. */
  readonly files: readonly string[];
}

export interface Bench {
  readonly name: string;
  /** What it measures, as a heading. */
  readonly title: string;
  /** It measures the same whatever the effort, and is left out of quick runs. */
  readonly hasOneSize?: true;
  readonly measure: (options: BenchOptions) => Promise<Section>;
}

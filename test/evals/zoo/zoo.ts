/** One of several zoos: an independent store with a contract of its own, in faulty and in right but unusual variants. */
import type { Credentials } from '../../../contracts/options/credentials.ts';
import type { FaultyVariant, RightVariant, Variant } from './variant.ts';

/** A variant as whoever judges it sees it: without what it does to its store. */
export type Exhibit = Omit<FaultyVariant, 'behaviour'> | Omit<RightVariant, 'behaviour'>;

/** Variants of one kind, with the kind in words. */
export interface Enclosure<One extends Exhibit = Exhibit> {
  readonly words: string;
  readonly variants: readonly One[];
}

export interface RunningStore {
  /** With the base path, without a slash at the end. */
  readonly url: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

export interface Zoo {
  readonly name: 'plants' | 'tools' | 'desk';
  /** What the store is and what its contract uses, for the tables. */
  readonly words: string;
  /** The path of the document. */
  readonly contract: string;
  /** What every store of the zoo lets in. */
  readonly credentials: Credentials;
  readonly enclosures: readonly Enclosure[];
  readonly exhibits: readonly Exhibit[];
  /** The checks that are about its fault, all of which have to find it: written down by a person, before any run. */
  foundBy(exhibit: Exhibit): readonly string[];
  /** On a free port unless one is given; with a memory of its own at every start. */
  start(name: string, options?: { readonly port?: number }): Promise<RunningStore>;
}

export interface ZooPlan<Behaviour> extends Pick<Zoo, 'name' | 'words' | 'credentials'> {
  readonly contract: URL;
  readonly enclosures: readonly Enclosure<Variant<Behaviour>>[];
  /** By name; for zoos whose variants do not say it themselves. */
  readonly foundBy?: Readonly<Record<string, readonly string[]>>;
  start(variant: Variant<Behaviour>, options: { readonly port: number }): Promise<RunningStore>;
}

export function zooOf<Behaviour>(plan: ZooPlan<Behaviour>): Zoo {
  const { name, words, contract, credentials, enclosures, foundBy } = plan;
  const variants = enclosures.flatMap((enclosure) => enclosure.variants);
  return {
    name,
    words,
    contract: decodeURIComponent(contract.pathname),
    credentials,
    enclosures,
    exhibits: variants,
    foundBy: (exhibit) =>
      foundBy?.[exhibit.name] ?? (exhibit.kind === 'faulty' ? (exhibit.foundBy ?? []) : []),
    start: async (wanted, { port = 0 } = {}) => {
      const variant = variants.find((one) => one.name === wanted);
      if (variant === undefined) throw new Error(`the zoo ${name} has no ${wanted}`);
      return plan.start(variant, { port });
    },
  };
}

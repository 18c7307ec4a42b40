/** One of several zoos: an independent store with a contract of its own, in faulty and in right but unusual variants. */
import { readFileSync } from 'node:fs';
import type { Credentials } from '../../../contracts/options/credentials.ts';
import type { FaultyVariant, RightVariant, Variant } from './variant.ts';

/** A variant as whoever judges it sees it: without what it does to its store. */
export type VariantInfo = Omit<FaultyVariant, 'behavior'> | Omit<RightVariant, 'behavior'>;

/** Variants of one kind, with the kind in words. */
export interface VariantGroup<One extends VariantInfo = VariantInfo> {
  readonly title: string;
  readonly variants: readonly One[];
}

export interface RunningZooStore {
  /** With the base path, without a slash at the end. */
  readonly url: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

export interface Zoo {
  readonly name: 'plants' | 'tools' | 'desk' | 'orders' | 'files' | 'calendar';
  /** What the store is and what its contract uses, for the tables. */
  readonly title: string;
  /** The path of the document. */
  readonly contract: string;
  /** What every store of the zoo lets in; also those of a second user, where its contract is about several. */
  readonly credentials: Credentials;
  readonly variantGroups: readonly VariantGroup[];
  readonly variants: readonly VariantInfo[];
  /** The checks that are about its fault, all of which have to find it: written down by a person, before any run. */
  foundBy(variantInfo: VariantInfo): readonly string[];
  /** On a free port unless one is given; with a memory of its own at every start. */
  start(name: string, options?: { readonly port?: number }): Promise<RunningZooStore>;
}

export interface ZooDefinition<Behaviour> extends Pick<Zoo, 'name' | 'title' | 'credentials'> {
  readonly contract: URL;
  readonly variantGroups: readonly VariantGroup<Variant<Behaviour>>[];
  /** By name; for zoos whose variants do not say it themselves. */
  readonly foundBy?: Readonly<Record<string, readonly string[]>>;
  start(variant: Variant<Behaviour>, options: { readonly port: number }): Promise<RunningZooStore>;
}

export function createZoo<Behaviour>(definition: ZooDefinition<Behaviour>): Zoo {
  const { name, title, contract, credentials, foundBy } = definition;
  const variantGroups = definition.variantGroups.map((group) => ({
    ...group,
    variants: group.variants.map((variant) => withCategories(name, variant)),
  }));
  const variants = variantGroups.flatMap((group) => group.variants);
  return {
    name,
    title,
    contract: decodeURIComponent(contract.pathname),
    credentials,
    variantGroups,
    variants,
    foundBy: (variantInfo) =>
      foundBy?.[variantInfo.name] ?? (variantInfo.kind === 'faulty' ? (variantInfo.foundBy ?? []) : []),
    start: async (variantName, { port = 0 } = {}) => {
      const variant = variants.find((candidate) => candidate.name === variantName);
      if (variant === undefined) throw new Error(`the zoo ${name} has no ${variantName}`);
      return definition.start(variant, { port });
    },
  };
}

/** The test categories that find each defect, by zoo and variant: `npm run zoo -- --write` measures them. */
const foundIn: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = JSON.parse(
  readFileSync(new URL('found-in.json', import.meta.url), 'utf8'),
);

function withCategories<Behaviour>(zooName: string, variant: Variant<Behaviour>): Variant<Behaviour> {
  if (variant.kind === 'right') return variant;
  return { ...variant, categories: foundIn[zooName]?.[variant.name] ?? variant.categories ?? [] };
}

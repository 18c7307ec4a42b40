import type { PlantStoreBehavior as PlantStore } from './store.ts';

interface VariantDescription<Behaviour> {
  /** Kebab case, unique in the zoo. */
  readonly name: string;
  /** One sentence in the present tense: what it does, and where that is typical. */
  readonly description: string;
  /** Called once per start, so that whatever a variant remembers begins empty. */
  readonly behavior: (right: Behaviour) => Partial<Behaviour>;
}

export type Language = 'Java' | 'Go' | 'PHP' | 'Python' | 'C#' | 'JavaScript';

/** Where a real implementation does so, or did. */
export interface SeenIn {
  readonly language: Language;
  /** The library and what it does, in a few words. */
  readonly description: string;
  /** `owner/repository#number` on GitHub, or the address of the documentation without `https://`. */
  readonly source: string;
}

export interface FaultyVariant<Behaviour = PlantStore> extends VariantDescription<Behaviour> {
  readonly kind: 'faulty';
  /**
   * basic: one simple request shows the defect.
   * deep: it takes a sequence, concurrency, the connection, an odd token or an unusual way to write the same.
   */
  readonly depth: 'basic' | 'deep';
  readonly seenIn?: SeenIn;
  /** The operations that the fault touches, by their ids; all when left out. Tests judge these alone. */
  readonly operations?: readonly string[];
  /** The families of cases that show the fault; all when left out. Tests run these alone. */
  readonly categories?: readonly string[];
  /** The checks that are about the fault, all of which have to find it; for plants they stand in found-by.json. */
  readonly foundBy?: readonly string[];
  /** Why these checks do not find it today; such a variant is measured as a known miss. */
  readonly missedToday?: string;
  /** Requests fail only while others are being read, so that a run on a busy machine may see too few of them. */
  readonly dependsOnOverlap?: true;
}

export interface RightVariant<Behaviour = PlantStore> extends VariantDescription<Behaviour> {
  readonly kind: 'right';
  /** For a slow store: so many requests under way at once, that a trial ends in time. */
  readonly concurrency?: number;
  /** Why an error is reported for it today; such a variant is measured as a known false positive. */
  readonly falsePositiveToday?: string;
}

export type Variant<Behaviour = PlantStore> = FaultyVariant<Behaviour> | RightVariant<Behaviour>;

export function faulty<Behaviour = PlantStore>(
  depth: FaultyVariant['depth'],
  variants: readonly Omit<FaultyVariant<NoInfer<Behaviour>>, 'kind' | 'depth'>[],
): readonly FaultyVariant<Behaviour>[] {
  return variants.map((variant) => ({ kind: 'faulty', depth, ...variant }));
}

/** Faults of one language that were read about in its libraries. */
export function seenIn(language: Language, description: string, source: string): { readonly seenIn: SeenIn } {
  return { seenIn: { language, description, source } };
}

export function right<Behaviour = PlantStore>(
  variants: readonly Omit<RightVariant<NoInfer<Behaviour>>, 'kind'>[],
): readonly RightVariant<Behaviour>[] {
  return variants.map((variant) => ({ kind: 'right', ...variant }));
}

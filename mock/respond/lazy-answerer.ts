/** Generated answers, whose engine is loaded when the first one is wanted: that takes longer than all else of a start. */
import type { Contract } from '../../spec/model/contract.ts';
import type { Keeper } from '../records/keeper.ts';
import type { Engine } from './engine.ts';
import { type GeneratorOptions, generatorOptionsOf } from './generator-options.ts';
import { type AnswerDefaults, type Answerer, createAnswerer } from './respond.ts';

export interface LazyAnswerer {
  readonly answer: Answerer;
  /** Loads the engine. Never rejects. */
  readonly warm: () => Promise<void>;
}

/** Throws `spec-invalid` for options under `x-json-schema-faker` that are none. */
export function createLazyAnswerer(
  contract: Contract,
  keeper: Keeper | undefined,
  defaults: AnswerDefaults,
): LazyAnswerer {
  // Now, so that an option that is none stops the start.
  const options = generatorOptionsOf(contract);
  let ready: Promise<Answerer> | undefined;
  let answerer: Answerer | undefined;
  const load = () => {
    ready ??= engineOf(contract, options).then((engine) => {
      answerer = createAnswerer(engine, keeper, defaults);
      return answerer;
    });
    return ready;
  };
  return {
    answer: (request) => answerer?.(request) ?? load().then((answer) => answer(request)),
    warm: async () => void (await load()),
  };
}

/** A document that Prism cannot read costs its samples, not the store: then the kit makes its own, and the log says why. */
async function engineOf(contract: Contract, options: GeneratorOptions): Promise<Engine> {
  try {
    const { createEngine } = await import('./engine.ts');
    return await createEngine(contract, options);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { sample: async () => ({ body: undefined, headers: new Map(), failure }) };
  }
}

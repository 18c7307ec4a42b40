/** Generated answers, whose engine is loaded when the first one is wanted: that takes longer than all else of a start. */
import type { Contract } from '../../spec/model/contract.ts';
import type { RecordHandler } from '../records/record-handler.ts';
import { type GeneratorOptions, parseGeneratorOptions } from './generator-options.ts';
import type { SampleEngine } from './prism-engine.ts';
import { createResponseGenerator, type GenerationDefaults, type ResponseGenerator } from './response-generator.ts';

export interface LazyResponseGenerator {
  readonly generateResponse: ResponseGenerator;
  /** Loads the engine. Never rejects. */
  readonly preload: () => Promise<void>;
}

/** Throws `spec-invalid` for options under `x-json-schema-faker` that are none. */
export function createLazyResponseGenerator(
  contract: Contract,
  recordHandler: RecordHandler | undefined,
  defaults: GenerationDefaults,
): LazyResponseGenerator {
  // Now, so that an option that is none stops the start.
  const options = parseGeneratorOptions(contract);
  let loading: Promise<ResponseGenerator> | undefined;
  let generator: ResponseGenerator | undefined;
  const load = () => {
    loading ??= loadEngine(contract, options).then((engine) => {
      generator = createResponseGenerator(engine, recordHandler, defaults);
      return generator;
    });
    return loading;
  };
  return {
    generateResponse: (request) => generator?.(request) ?? load().then((generateResponse) => generateResponse(request)),
    preload: async () => void (await load()),
  };
}

/** A document that Prism cannot read costs its samples, not the store: then the kit makes its own, and the log says why. */
async function loadEngine(contract: Contract, options: GeneratorOptions): Promise<SampleEngine> {
  try {
    const { createEngine } = await import('./prism-engine.ts');
    return await createEngine(contract, options);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { generateSample: async () => ({ body: undefined, headers: new Map(), failure }) };
  }
}

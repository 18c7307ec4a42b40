/** Creates the response generator on first use. Its engine is loaded when a response needs it. */
import type { Contract } from '../../spec/model/contract.ts';
import type { RecordHandler } from '../records/record-handler.ts';
import { type GeneratorOptions, parseGeneratorOptions } from './generator-options.ts';
import { createLazyEngine, usesEngine } from './lazy-engine.ts';
import type { SampleEngine } from './prism-engine.ts';
import { createResponseGenerator, type GenerationDefaults, type ResponseGenerator } from './response-generator.ts';

export interface LazyResponseGenerator {
  readonly generateResponse: ResponseGenerator;
  /** Loads the engine if responses of the contract need it. Never rejects. */
  readonly preload: () => Promise<void>;
}

/** Loads the engine for a contract: Prism, which a browser does not have. */
export type EngineLoader = (contract: Contract, options: GeneratorOptions) => Promise<SampleEngine>;

interface LazyGenerationDefaults extends GenerationDefaults {
  readonly loadEngine: EngineLoader;
}

/** Throws `spec-invalid` for invalid options under `x-json-schema-faker`. */
export function createLazyResponseGenerator(
  contract: Contract,
  recordHandler: RecordHandler | undefined,
  defaults: LazyGenerationDefaults,
): LazyResponseGenerator {
  // Parsed immediately, so that an invalid option fails the start.
  const options = parseGeneratorOptions(contract);
  let loading: Promise<ResponseGenerator> | undefined;
  let generator: ResponseGenerator | undefined;
  let loadingEngine: Promise<SampleEngine> | undefined;
  const loadOnce = () => {
    loadingEngine ??= loadSafely(() => defaults.loadEngine(contract, options));
    return loadingEngine;
  };
  const engine = createLazyEngine(loadOnce);
  const load = () => {
    loading ??= defaults.madeUp.load().then(() => {
      generator = createResponseGenerator(engine, recordHandler, defaults);
      return generator;
    });
    return loading;
  };
  return {
    generateResponse: (request) => generator?.(request) ?? load().then((generateResponse) => generateResponse(request)),
    preload: async () => {
      await Promise.all([load(), usesEngine(contract, defaults.dynamic) ? loadOnce() : undefined]);
    },
  };
}

/** If Prism cannot read the document, the samples of this package are used instead, and the log reports the reason. */
async function loadSafely(load: () => Promise<SampleEngine>): Promise<SampleEngine> {
  try {
    return await load();
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { generateSample: async () => ({ body: undefined, headers: new Map(), failure }) };
  }
}

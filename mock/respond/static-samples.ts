/** The samples of responses, generated once unless they are dynamic. */
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import type { Preferences } from './preferences.ts';
import type { EngineRequest, PrismSample, SampleEngine } from './prism-engine.ts';
import { createResponseSample, type ResponsePlan } from './response-plan.ts';

export interface SampleDefaults {
  readonly dynamic: boolean;
  readonly seed: string | undefined;
  readonly madeUp: MadeUpValues;
}

/** Static samples never change, depend on neither example nor seed, and Prism needs a millisecond for each. */
export function cacheStaticSamples(engine: SampleEngine, defaults: SampleDefaults) {
  const known = new Map<string, Promise<PrismSample>>();
  const generateOnce = (request: EngineRequest): Promise<PrismSample> => {
    if (request.dynamic) return engine.generateSample(request);
    const key = JSON.stringify([request.operation.id, request.response.status, request.media?.range]);
    const sample = known.get(key) ?? engine.generateSample(request);
    known.set(key, sample);
    return sample;
  };
  return async (plan: ResponsePlan, { example, dynamic = defaults.dynamic, seed = defaults.seed }: Preferences) => {
    const { operation, response: declaredResponse, negotiated } = plan;
    const engineRequest = {
      operation,
      response: declaredResponse,
      media: negotiated?.media,
      example,
      dynamic,
      seed,
    };
    const responseSample = createResponseSample(plan, {
      example,
      dynamic,
      seed,
      prismSample: await generateOnce(engineRequest),
      madeUp: defaults.madeUp,
    });
    if (!dynamic) plan.staticSamples.set(example, responseSample);
    return responseSample;
  };
}

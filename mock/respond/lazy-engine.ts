/** Loads Prism when a response needs it first: an example that is valid is the sample, and loading takes long. */
import type { Contract, Response } from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { EngineRequest, PrismSample, SampleEngine } from './prism-engine.ts';
import { exactExample } from './sample-body.ts';

type NeededFor = Pick<EngineRequest, 'response' | 'media' | 'example' | 'dynamic'>;

export function createLazyEngine(load: () => Promise<SampleEngine>): SampleEngine {
  let loading: Promise<SampleEngine> | undefined;
  return {
    generateSample: (request) => {
      if (!needsEngine(request)) return noSample;
      loading ??= load();
      return loading.then((engine) => engine.generateSample(request));
    },
  };
}

const noSample: Promise<PrismSample> = Promise.resolve({ body: undefined, headers: new Map(), failure: undefined });

/** Whether a part of the response is that of the engine. */
function needsEngine({ response, media, example, dynamic }: NeededFor): boolean {
  if (dynamic || response.headers.length > 0) return true;
  if (media === undefined) return false;
  const declared = exactExample(media, example);
  if (declared === undefined) return true;
  return media.schema !== undefined && !isValid(media.schema, declared, 'response');
}

/** Whether a response without preferences needs the engine. */
export function usesEngine({ operations }: Contract, dynamic: boolean): boolean {
  const isNeeded = (response: Response) => {
    const media = response.content.length === 0 ? [undefined] : response.content;
    return media.some((one) => needsEngine({ response, media: one, example: undefined, dynamic }));
  };
  return operations.some(({ responses }) => responses.some(isNeeded));
}

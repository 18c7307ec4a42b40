/** Prism is loaded when a response needs it, and a response that has a valid example does not. */
import { describe, expect, it } from 'vitest';
import { createLazyEngine, usesEngine } from '../../../mock/respond/lazy-engine.ts';
import type { EngineRequest, PrismSample } from '../../../mock/respond/prism-engine.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { plantStoreContract } from '../../conformance/support.ts';
import { contractFromJson } from '../support.ts';

const integer = { schema: { type: 'integer' } };

function contractWith(response: Readonly<Record<string, Json>>): Promise<Contract> {
  const responses = { 200: { description: 'It', ...response } };
  return contractFromJson({
    openapi: '3.0.3',
    info: { title: 'Numbers', version: '1' },
    paths: { '/number': { get: { operationId: 'number', responses } } },
  });
}

const json = (media: Json) => ({ content: { 'application/json': media } });

describe('the engine of samples', () => {
  it.each<readonly [string, boolean, Readonly<Record<string, Json>>]>([
    ['a valid example', false, json({ ...integer, example: 7 })],
    ['an invalid example', true, json({ ...integer, example: 'seven' })],
    ['no example', true, json(integer)],
    ['no content', false, {}],
    ['a header', true, { ...json({ ...integer, example: 7 }), headers: { 'X-Count': integer } }],
  ])('of a response with %s is needed: %s', async (_kind, isNeeded, response) => {
    expect(usesEngine(await contractWith(response), false)).toBe(isNeeded);
  });

  it('is needed for dynamic values, whatever the examples', () => {
    expect(usesEngine(plantStoreContract, false)).toBe(false);
    expect(usesEngine(plantStoreContract, true)).toBe(true);
  });

  it('is loaded once, by the first response that needs it', async () => {
    let loads = 0;
    const generated: PrismSample = { body: 3, headers: new Map(), failure: undefined };
    const engine = createLazyEngine(async () => {
      loads += 1;
      return { generateSample: async () => generated };
    });
    const request = requestFor(await contractWith(json({ ...integer, example: 7 })));
    expect(await engine.generateSample(request)).toMatchObject({ body: undefined, failure: undefined });
    expect(loads).toBe(0);
    const dynamic = { ...request, dynamic: true };
    expect(await Promise.all([engine.generateSample(dynamic), engine.generateSample(dynamic)])).toEqual([
      generated,
      generated,
    ]);
    expect(loads).toBe(1);
  });
});

function requestFor({ operations: [operation] }: Contract): EngineRequest {
  const response = operation?.responses[0];
  if (operation === undefined || response === undefined) throw new Error('no response');
  return { operation, response, media: response.content[0], example: undefined, dynamic: false, seed: undefined };
}

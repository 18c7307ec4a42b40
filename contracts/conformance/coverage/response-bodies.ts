import { isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { type Governed, governed } from './governed.ts';
import { createCounter, type ItemSeed, itemOf, type Ledger } from './ledger.ts';
import { howJudged, isForm } from './request-media.ts';
import { createSampler, type Sampler } from './sampler.ts';
import { anyItem, below, declaredProperties } from './schema-parts.ts';

/** The declared properties of answers that were seen in one. */
export function responseBodiesLedger(operation: Operation): Ledger {
  const counter = createCounter();
  const samplers = new Map<string, Sampler>();
  return {
    note({ response, media, json }) {
      if (response === undefined || media?.schema === undefined || json?.ok !== true) return;
      const sampler = samplers.get(response.status) ?? createSampler();
      samplers.set(response.status, sampler);
      if (!sampler.wants()) return;
      const before = counter.size();
      const body = { schema: media.schema, value: json.value, at: [] };
      for (const name of propertiesIn(body)) counter.add(`${response.status} ${name}`, 'seen');
      sampler.told(counter.size() > before);
    },
    read() {
      const items = seedsOf(operation).map((seed) => itemOf(seed, counter));
      return [{ kind: 'response properties', items }];
    },
  };
}

function* propertiesIn(body: Governed): Generator<string> {
  for (const { schema, value, at } of governed(body, 'response')) {
    if (!isJsonObject(value)) continue;
    for (const name of schema.properties.keys())
      if (Object.hasOwn(value, name)) yield below(anyItem(at), name);
  }
}

function seedsOf({ responses }: Operation): readonly ItemSeed[] {
  const seeds = responses.flatMap(({ status, content }) =>
    content.flatMap(({ range, schema }) =>
      (schema === undefined ? [] : declaredProperties(schema, 'response')).map((property) => ({
        name: `${status} ${property.path}`,
        place: property.schema.place,
        sides: {
          seen:
            howJudged(range) ??
            (isForm(range)
              ? `${range} is judged by its media type alone`
              : 'no answer that was looked into had it'),
        },
      })),
    ),
  );
  return [...new Map(seeds.toReversed().map((seed) => [seed.name, seed] as const)).values()].toReversed();
}

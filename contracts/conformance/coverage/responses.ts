/** Coverage of the declared responses: statuses, media types, and properties of bodies. */
import { isJsonObject } from '../../../spec/json/exact-json.ts';
import { isSecured, type Operation } from '../../../spec/model/contract.ts';
import { applySchemas, type SchemaApplication } from './applicable-schemas.ts';
import {
  type CoverageGroupCounter,
  type CoverageItemSeed,
  createCoverageItem,
  createSampler,
  createVariantCounter,
  type Sampler,
  type VariantCounter,
} from './group-counter.ts';
import { isFormType, validationLimit } from './request-media-types.ts';
import { appendToPath, declaredProperties, pathWithAnyItem } from './schema-parts.ts';

/** The declared statuses that were received, and their media types. */
export function responseCounter(operation: Operation): CoverageGroupCounter {
  const counter = createVariantCounter();
  return {
    record({ declared, media }) {
      if (declared === undefined) return;
      counter.add(declared.status, 'seen');
      if (media !== undefined) counter.add(`${declared.status} ${media.range}`, 'seen');
    },
    read: () => [
      { kind: 'responses', items: statusSeeds(operation).map((seed) => createCoverageItem(seed, counter)) },
      {
        kind: 'response media types',
        items: mediaTypeSeeds(operation, counter).map((seed) => createCoverageItem(seed, counter)),
      },
    ],
  };
}

function statusSeeds(operation: Operation): readonly CoverageItemSeed[] {
  return operation.responses.map(({ status, place }) => ({
    name: status,
    place,
    variants: { seen: reasonNotSeen(operation, status) },
  }));
}

function mediaTypeSeeds({ responses }: Operation, counter: VariantCounter): readonly CoverageItemSeed[] {
  return responses.flatMap(({ status, content }) =>
    content.map(({ range, place }) => ({
      name: `${status} ${range}`,
      place,
      variants: {
        seen: counter.count(status, 'seen') === 0 ? `no ${status} was received` : 'no inspected response had it',
      },
    })),
  );
}

/** Statuses for requests that are invalid in themselves. */
const invalidRequestStatuses = /^(400|406|413|414|415|422|4XX)$/;

function reasonNotSeen(operation: Operation, status: string): string {
  if (status === 'default') return 'every response had a status that is declared explicitly';
  if (status.startsWith('2')) return 'no response had this status';
  if (status === '401' || status === '403') {
    return isSecured(operation)
      ? 'no rejection of invalid credentials had this status'
      : 'the operation accepts requests without credentials';
  }
  if (status === '404' && operation.path.includes('{')) return 'no case requests a record that does not exist';
  if (invalidRequestStatuses.test(status)) return 'no response to an invalid request had this status';
  return 'the contract does not specify when it is returned';
}

/** The declared properties that were received in a response. */
export function responseBodyCounter(operation: Operation): CoverageGroupCounter {
  const counter = createVariantCounter();
  const samplers = new Map<string, Sampler>();
  return {
    record({ declared, media, json }) {
      if (declared === undefined || media?.schema === undefined || json?.ok !== true) return;
      const sampler = samplers.get(declared.status) ?? createSampler();
      samplers.set(declared.status, sampler);
      if (!sampler.shouldSample()) return;
      const before = counter.size();
      const body = { schema: media.schema, value: json.value, path: [] };
      for (const name of shownProperties(body)) counter.add(`${declared.status} ${name}`, 'seen');
      sampler.reportResult(counter.size() > before);
    },
    read() {
      const items = responsePropertySeeds(operation).map((seed) => createCoverageItem(seed, counter));
      return [{ kind: 'response properties', items }];
    },
  };
}

function* shownProperties(body: SchemaApplication): Generator<string> {
  for (const { schema, value, path } of applySchemas(body, 'response')) {
    if (!isJsonObject(value)) continue;
    const parent = pathWithAnyItem(path);
    for (const name of schema.properties.keys()) if (Object.hasOwn(value, name)) yield appendToPath(parent, name);
  }
}

function responsePropertySeeds({ responses }: Operation): readonly CoverageItemSeed[] {
  const seeds = responses.flatMap(({ status, content }) =>
    content.flatMap(({ range, schema }) =>
      (schema === undefined ? [] : declaredProperties(schema, 'response')).map((property) => ({
        name: `${status} ${property.path}`,
        place: property.schema.place,
        variants: {
          seen:
            validationLimit(range) ??
            (isFormType(range) ? `only the media type of ${range} is checked` : 'no inspected response had it'),
        },
      })),
    ),
  );
  return [...new Map(seeds.toReversed().map((seed) => [seed.name, seed] as const)).values()].toReversed();
}

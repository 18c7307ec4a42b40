/** What of the declared answers was seen: statuses, media types, and the properties of bodies. */
import { isJsonObject } from '../../../spec/json/exact-json.ts';
import { isSecured, type Operation } from '../../../spec/model/contract.ts';
import { type Governed, governed } from './governed.ts';
import {
  type Counter,
  createCounter,
  createSampler,
  type ItemSeed,
  itemOf,
  type Ledger,
  type Sampler,
} from './ledger.ts';
import { howJudged, isForm } from './request-media.ts';
import { anyItem, below, declaredProperties } from './schema-parts.ts';

/** The declared answers that were seen, and their media types. */
export function responsesLedger(operation: Operation): Ledger {
  const counter = createCounter();
  return {
    note({ response, media }) {
      if (response === undefined) return;
      counter.add(response.status, 'seen');
      if (media !== undefined) counter.add(`${response.status} ${media.range}`, 'seen');
    },
    read: () => [
      { kind: 'responses', items: statusSeeds(operation).map((seed) => itemOf(seed, counter)) },
      {
        kind: 'response media types',
        items: typeSeeds(operation, counter).map((seed) => itemOf(seed, counter)),
      },
    ],
  };
}

function statusSeeds(operation: Operation): readonly ItemSeed[] {
  return operation.responses.map(({ status, place }) => ({
    name: status,
    place,
    sides: { seen: whyUnseen(operation, status) },
  }));
}

function typeSeeds({ responses }: Operation, counter: Counter): readonly ItemSeed[] {
  return responses.flatMap(({ status, content }) =>
    content.map(({ range, place }) => ({
      name: `${status} ${range}`,
      place,
      sides: {
        seen:
          counter.of(status, 'seen') === 0
            ? `no ${status} was seen`
            : 'no answer that was looked into had it',
      },
    })),
  );
}

/** Statuses that say something of a request which is invalid in itself. */
const aboutInvalid = /^(400|406|413|414|415|422|4XX)$/;

function whyUnseen(operation: Operation, status: string): string {
  if (status === 'default') return 'every answer had a status that is declared by itself';
  if (status.startsWith('2')) return 'no request was answered with it';
  if (status === '401' || status === '403') {
    return isSecured(operation)
      ? 'no refusal was answered with it'
      : 'the operation takes requests without credentials';
  }
  if (status === '404' && operation.path.includes('{')) return 'no case asks for what is not there';
  if (aboutInvalid.test(status)) return 'no invalid request was answered with it';
  return 'nothing in the contract leads to it';
}

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

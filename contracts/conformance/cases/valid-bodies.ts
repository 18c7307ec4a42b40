import { isJsonObject, type Json, sameJson, stringifyJson } from '../../../spec/exact-json.ts';
import { sampleOf } from '../../../spec/sample.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case, Fresh } from '../case.ts';
import { freshen } from '../fresh.ts';
import { flatFor, removeAt, replaceAt, sitesBelow } from '../sites.ts';
import { caseOf, jsonDraft, type Twin, type TwinBody, validDraft } from '../twin.ts';
import type { Family } from './family.ts';

/** Requests that the contract allows: its own examples, all properties, only the required ones, each optional left out. */
export const validBodies: Family = {
  name: 'valid-bodies',
  summary: 'valid requests are accepted, with and without what is optional',
  *generate(twin) {
    yield plainValidCase(twin);
    const { body } = twin;
    if (body === undefined) return;
    const sent = new Set([stringifyJson(body.full)]);
    for (const { name, mutation, value, isExample = false } of variants(body)) {
      if (sent.has(stringifyJson(value)) || !isValid(body.schema, value, 'request')) continue;
      sent.add(stringifyJson(value));
      // An example goes out as the contract has it.
      const build = (fresh: Fresh) => jsonDraft(twin, isExample ? value : freshen(value, body.schema, fresh));
      yield caseOf(twin, { ...common(twin), name, mutation, build, fixed: isExample ? 'number' : undefined });
    }
    yield* sameTexts(twin, body);
  },
};

function common(twin: Twin) {
  const place = twin.body?.media.place ?? twin.operation.place;
  return { family: 'valid-bodies', topic: 'valid', expectation: 'accept' as const, place };
}

interface Variant {
  readonly name: string;
  readonly mutation: string;
  readonly value: Json;
  readonly isExample?: boolean;
}

function* variants({ media, schema, full }: TwinBody): Generator<Variant> {
  for (const { name, value } of media.examples) {
    yield {
      name: `example ${name}`,
      mutation: `the body is the example "${name}" of the contract`,
      value,
      isExample: true,
    };
  }
  for (const [index, value] of flatFor(schema, full).examples.entries()) {
    const mutation = 'the body is an example of its schema';
    yield { name: `example of the schema ${index + 1}`, mutation, value, isExample: true };
  }
  const bare = sampleOf(schema, 'request', { optional: 'none' });
  if (bare !== undefined)
    yield { name: 'only required', mutation: 'only the required properties are sent', value: bare };
  for (const site of sitesBelow(schema, full)) {
    if (site.required || site.holder === undefined) continue;
    const mutation = `the optional property ${site.name} is left out`;
    yield { name: `without ${site.name}`, mutation, value: removeAt(full, site.path) };
  }
  for (const site of sitesBelow(schema, full)) {
    const mutation = `${site.name} is null, which its schema allows`;
    // Among the declared values, null is one of the limits.
    const isListed = site.flat.enum !== undefined;
    if (site.value !== null && site.flat.types?.has('null') === true && !isListed)
      yield { name: `null ${site.name}`, mutation, value: replaceAt(full, site.path, null) };
  }
}

/** What is given twice is a key twice to some, or one value in two places. */
function* sameTexts(twin: Twin, body: TwinBody): Generator<Case> {
  const texts = isJsonObject(body.full)
    ? Object.entries(body.full).filter(([, value]) => typeof value === 'string')
    : [];
  for (const [index, [second]] of texts.entries()) {
    const [first] = texts[index - 1] ?? [];
    if (first === undefined) continue;
    const edit = (whole: Json) => replaceAt(whole, [second], (isJsonObject(whole) && whole[first]) || '');
    if (sameJson(edit(body.full), body.full) || !isValid(body.schema, edit(body.full), 'request')) continue;
    yield caseOf(twin, {
      ...common(twin),
      name: `same text in body.${first} and body.${second}`,
      mutation: `body.${second} is the same text as body.${first}`,
      open: [{ status: 'declared client error', because: 'the two may have to differ' }],
      build: (fresh) => jsonDraft(twin, edit(freshen(body.full, body.schema, fresh))),
    });
  }
}

/** For families that start from the case that is plainly valid. */
export function plainValidCase(twin: Twin): Case {
  return caseOf(twin, {
    ...common(twin),
    name: 'full',
    mutation: 'a valid request',
    build: (fresh) => validDraft(twin, fresh),
  });
}

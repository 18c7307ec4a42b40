import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { allows } from '../shared/allowed.ts';
import { type Entry, entriesOf } from '../shared/mutation-points/entries.ts';
import type { MutationPoint } from '../shared/mutation-points.ts';
import { otherCase } from '../shared/other-case.ts';
import type { Extra } from './names.ts';

/** Members under any name for which the object declares a schema: valid, invalid, and under a name that it does not take. */
export function* entryProbes(point: MutationPoint): Generator<Extra> {
  const { flat } = point;
  for (const entry of entriesOf(flat)) {
    const about = flat.patternProperties.some(({ schema }) => schema === entry.schema)
      ? 'patternProperties'
      : 'additionalProperties';
    if (takes(point, entry.name, entry.value)) yield* bothSides(point, entry, about);
    if (about === 'patternProperties') yield* nearMisses(point, entry);
  }
  for (const name of flat.propertyNames === undefined ? [] : ['!', 'AN entry', 'x'.repeat(200)]) {
    const [{ value } = { value: 'not declared' }] = entriesOf(flat);
    if (takes(point, name, value)) continue;
    const words = `a property named ${JSON.stringify(name.slice(0, 20))}`;
    yield { name: words, words, members: { [name]: value }, about: 'propertyNames' };
  }
}

function* bothSides(point: MutationPoint, { name, schema, value }: Entry, about: string): Generator<Extra> {
  const words = `a property ${JSON.stringify(name)}`;
  yield { name: `${name} that is valid`, words: `${words} that is valid`, members: { [name]: value }, about };
  const wrong = candidates.find((one) => !isValid(schema, one, 'request') && !takes(point, name, one));
  if (wrong === undefined) return;
  yield {
    name: `${name} that is invalid`,
    words: `${words} of another kind`,
    members: { [name]: wrong },
    about,
  };
  const longName = `${name}${'x'.repeat(300)}`;
  if (about === 'patternProperties' || !takes(point, longName, value)) return;
  const open = 'a long name of a property may be refused';
  yield {
    name: `${name} with a long name`,
    words: 'a property with a long name',
    members: { [longName]: value },
    about,
    open,
  };
  yield { name: 'no name', words: 'a property without a name', members: { '': value }, about, open };
}

const LONG = 60;

/** Names that the pattern does not take, and a looser one would: in another case, or longer. */
function* nearMisses(point: MutationPoint, { name, value }: Entry): Generator<Extra> {
  const longer = name.repeat(Math.ceil(LONG / Math.max(name.length, 1)));
  for (const [other, how] of [
    [otherCase(name), 'in another case'],
    [longer, 'over and over'],
  ] as const) {
    if (other === name || takes(point, other, value)) continue;
    yield {
      name: `${name} ${how}`,
      words: `a property named as ${JSON.stringify(name)} ${how}`,
      members: { [other]: value },
    };
  }
}

const candidates: readonly Json[] = [null, 7, 'seven', { value: null }, [[]], true];

function takes(point: MutationPoint, name: string, value: Json): boolean {
  const members = isJsonObject(point.value) ? Object.entries(point.value) : [];
  return allows(point, Object.fromEntries([...members, [name, value]]));
}

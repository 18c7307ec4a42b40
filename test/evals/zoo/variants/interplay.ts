import { crash } from '../exchange.ts';
import { isObject } from '../json.ts';
import type { Plant } from '../store.ts';
import { faulty } from '../variant.ts';
import { type Change, failsOn, refusesId, showsName, showsTag } from './changes.ts';

/** Faults that hang on one value, or on two together. */
export const interplay = faulty('deep', [
  {
    name: 'fails-on-many-digits-in-name',
    what: 'It answers 500 where a name has more than six digits, as a filter for telephone numbers does.',
    behaviour: failsOn((plant) => nameOf(plant).replace(/\D/g, '').length > 6, crash),
  },
  {
    name: 'fails-on-tag-like-name',
    what: 'It answers 500 where the tag equals the name, as a key that is not unique does.',
    behaviour: failsOn((plant) => plant.tag === plant.name, crash),
  },
  {
    name: 'refuses-round-ids',
    what: 'It refuses ids that 1,000 divides, which it keeps for itself.',
    behaviour: refusesId((id) => id !== 0n && id % 1000n === 0n),
  },
  {
    name: 'fails-on-low-byte-0',
    what: 'It answers 500 to ids that 256 divides, as bytes that are read as a string end at 0.',
    behaviour: failsOn(({ id }) => id % 256n === 0n, crash),
  },
  {
    name: 'cuts-names-of-16',
    what: 'It loses the last character of a name of exactly 16, where the end of the string does not fit.',
    behaviour: showsName((name) => (name.length === 16 ? name.slice(0, -1) : name)),
  },
  {
    name: 'cuts-names-of-64',
    what: 'It loses the last character of a name of exactly 64.',
    behaviour: showsName((name) => (name.length === 64 ? name.slice(0, -1) : name)),
  },
  {
    name: 'cuts-tags-of-128',
    what: 'It loses the last character of a tag of exactly 128.',
    behaviour: showsTag((tag) => (tag.length === 128 ? tag.slice(0, -1) : tag)),
  },
  {
    name: 'loses-tag-of-long-name',
    what: 'It loses the tag where the name is longer than 50 characters, as a record of fixed length.',
    behaviour: shows((plant) => (nameOf(plant).length > 50 ? { ...plant, tag: undefined } : plant)),
  },
  {
    name: 'lowers-name-with-empty-tag',
    what: 'It answers with the name in small letters where the tag is "".',
    behaviour: shows((plant) => (plant.tag === '' ? { ...plant, name: nameOf(plant).toLowerCase() } : plant)),
  },
  {
    name: 'fails-on-negative-id-without-tag',
    what: 'It answers 500 where the id is below 0 and the tag missing, and takes each alone.',
    behaviour: failsOn(({ id, tag }) => id < 0n && tag === undefined, crash),
  },
  {
    name: 'sorts-name-and-tag',
    what: 'It answers with name and tag in each other’s place where the tag sorts before the name.',
    behaviour: shows((plant) =>
      typeof plant.tag === 'string' && plant.tag < nameOf(plant)
        ? { ...plant, name: plant.tag, tag: plant.name }
        : plant,
    ),
  },
  {
    name: 'drops-trailing-spaces',
    what: 'It drops the spaces at the end of a name, as a CHAR column does.',
    behaviour: showsName((name) => name.replace(/ +$/, '')),
  },
  {
    name: 'fills-in-templates',
    what: 'It answers 49 where a name contains {{7*7}}, as a template engine that renders twice.',
    behaviour: showsName((name) => name.replaceAll('{{7*7}}', '49')),
  },
  {
    name: 'fails-on-percent-s',
    what: 'It answers 500 to %s in a name, as sprintf() on text of the client does.',
    behaviour: failsOn((plant) => nameOf(plant).includes('%s'), crash),
  },
  {
    name: 'takes-plant-under-data',
    what: 'It takes a plant under the key data, as wrapped parameters.',
    behaviour: (right) => ({
      readFields: (value) => {
        const fields = right.readFields(value);
        return fields.data !== undefined && isObject(fields.data) ? { ...fields.data, ...fields } : fields;
      },
    }),
  },
]);

function nameOf({ name }: Plant): string {
  return typeof name === 'string' ? name : '';
}

function shows(change: (plant: Plant) => Plant): Change {
  return (right) => ({ show: (plant) => right.show(change(plant)) });
}

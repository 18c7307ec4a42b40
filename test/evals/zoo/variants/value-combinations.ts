import { isObject } from '../json.ts';
import { throwServerError } from '../response.ts';
import type { Plant } from '../store.ts';
import { faulty } from '../variant.ts';
import { failsOn, type PlantStoreChange, rejectsId, returnsName, returnsTag } from './changes.ts';

/** Faults that hang on one value, or on two together. */
export const valueCombinations = faulty('deep', [
  {
    name: 'fails-on-many-digits-in-name',
    description: 'It returns 500 where a name has more than six digits, as a filter for telephone numbers does.',
    behavior: failsOn((plant) => nameOf(plant).replace(/\D/g, '').length > 6, throwServerError),
  },
  {
    name: 'fails-on-tag-like-name',
    description: 'It returns 500 where the tag equals the name, as a key that is not unique does.',
    behavior: failsOn((plant) => plant.tag === plant.name, throwServerError),
  },
  {
    name: 'rejects-round-ids',
    description: 'It rejects ids that 1,000 divides, which it keeps for itself.',
    behavior: rejectsId((id) => id !== 0n && id % 1000n === 0n),
  },
  {
    name: 'fails-on-low-byte-0',
    description: 'It returns 500 to ids that 256 divides, as bytes that are read as a string end at 0.',
    behavior: failsOn(({ id }) => id % 256n === 0n, throwServerError),
  },
  {
    name: 'cuts-names-of-16',
    description: 'It loses the last character of a name of exactly 16, where the end of the string does not fit.',
    behavior: returnsName((name) => (name.length === 16 ? name.slice(0, -1) : name)),
  },
  {
    name: 'cuts-names-of-64',
    description: 'It loses the last character of a name of exactly 64.',
    behavior: returnsName((name) => (name.length === 64 ? name.slice(0, -1) : name)),
  },
  {
    name: 'cuts-tags-of-128',
    description: 'It loses the last character of a tag of exactly 128.',
    behavior: returnsTag((tag) => (tag.length === 128 ? tag.slice(0, -1) : tag)),
  },
  {
    name: 'loses-tag-of-long-name',
    description: 'It loses the tag where the name is longer than 50 characters, as a record of fixed length.',
    behavior: shows((plant) => (nameOf(plant).length > 50 ? { ...plant, tag: undefined } : plant)),
  },
  {
    name: 'lowers-name-with-empty-tag',
    description: 'It returns the name in lower case where the tag is "".',
    behavior: shows((plant) => (plant.tag === '' ? { ...plant, name: nameOf(plant).toLowerCase() } : plant)),
  },
  {
    name: 'fails-on-negative-id-without-tag',
    description: 'It returns 500 where the id is below 0 and the tag missing, and accepts each alone.',
    behavior: failsOn(({ id, tag }) => id < 0n && tag === undefined, throwServerError),
  },
  {
    name: 'sorts-name-and-tag',
    description: 'It returns name and tag swapped where the tag sorts before the name.',
    behavior: shows((plant) =>
      typeof plant.tag === 'string' && plant.tag < nameOf(plant)
        ? { ...plant, name: plant.tag, tag: plant.name }
        : plant,
    ),
  },
  {
    name: 'drops-trailing-spaces',
    description: 'It drops the spaces at the end of a name, as a CHAR column does.',
    behavior: returnsName((name) => name.replace(/ +$/, '')),
  },
  {
    name: 'fills-in-templates',
    description: 'It returns 49 where a name contains {{7*7}}, as a template engine that renders twice.',
    behavior: returnsName((name) => name.replaceAll('{{7*7}}', '49')),
  },
  {
    name: 'fails-on-percent-s',
    description: 'It returns 500 to %s in a name, as sprintf() on text of the client does.',
    behavior: failsOn((plant) => nameOf(plant).includes('%s'), throwServerError),
  },
  {
    name: 'takes-plant-under-data',
    description: 'It accepts a plant under the key data, as wrapped parameters.',
    behavior: (right) => ({
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

function shows(change: (plant: Plant) => Plant): PlantStoreChange {
  return (right) => ({ serializePlant: (plant) => right.serializePlant(change(plant)) });
}

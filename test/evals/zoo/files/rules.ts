/** The bodies of files.yaml, written down by hand; every rule has a name, by which a variant can forget it. */
import { isList, isObject, type Json, JsonNumber, wholeNumber } from '../json.ts';
import {
  type BodyCheck,
  enumOf,
  integer,
  listOf,
  memberOf,
  objectOf,
  type RuleChecker,
  text,
} from '../tools/validation.ts';
import { isDate, isEmail } from '../tools/values.ts';
import { isMultipleOfHalf, isWithin } from './decimal.ts';

export const INT64_MAX = 2n ** 63n - 1n;

function number(name: string, bounds: { readonly min: number; readonly max: number }): BodyCheck {
  return (value, checker) => {
    if (!(value instanceof JsonNumber)) return void checker.require(`${name}/type`, false, 'a number is expected');
    checker.require(`${name}/bounds`, isWithin(value, bounds), 'the number is out of bounds');
  };
}

function matching(name: string, pattern: RegExp): BodyCheck {
  return text(name, { form: (value) => pattern.test(value) });
}

const quota: BodyCheck = (value, checker) => {
  const whole = value instanceof JsonNumber ? wholeNumber(value) : undefined;
  if (whole === undefined) return void checker.require('quota/type', false, 'an integer is expected');
  checker.require('quota/min', whole >= 0n, 'it is negative');
  checker.require('quota/max', whole <= INT64_MAX, 'it does not fit into 64 bits');
};

interface TupleRules {
  readonly name: string;
  readonly min: number;
  readonly items: readonly BodyCheck[];
}

/** `prefixItems` without further items. */
function tupleOf({ name, min, items }: TupleRules): BodyCheck {
  return (value, checker) => {
    if (!isList(value)) return void checker.require(`${name}/type`, false, 'an array is expected');
    checker.require(`${name}/min-items`, value.length >= min, 'there are not enough items');
    checker.require(`${name}/max-items`, value.length <= items.length, 'there are too many items');
    for (const [index, item] of value.entries()) items[index]?.(item, checker.child(index));
  };
}

function yesOrNo(name: string): BodyCheck {
  return (value, checker) =>
    void checker.require(`${name}/type`, typeof value === 'boolean', 'true or false is expected');
}

function constant(name: string, isConstant: (value: Json) => boolean): BodyCheck {
  return (value, checker) => void checker.require(`${name}/const`, isConstant(value), 'another value is expected');
}

const ownerMembers = objectOf({
  name: 'owner',
  required: ['name'],
  members: {
    name: text('owner/name', { min: 1, max: 60 }),
    mail: text('owner/mail', { max: 120, form: isEmail }),
    phone: matching('owner/phone', /^[0-9]{4,12}$/),
    country: matching('owner/country', /^[A-Z]{2}$/),
  },
});

const owner: BodyCheck = (value, checker) => {
  ownerMembers(value, checker);
  const isComplete = memberOf(value, 'phone') === undefined || memberOf(value, 'country') !== undefined;
  checker.require('owner/dependent', isComplete, 'a phone requires a country');
};

const labels: BodyCheck = (value, checker) => {
  listOf('labels', { max: 5, item: matching('labels/item', /^[A-Za-z][A-Za-z0-9-]{0,19}$/) })(value, checker);
  const isUnique = !isList(value) || new Set(value).size === value.length;
  checker.require('labels/unique', isUnique, 'a label is repeated');
};

const folderMembers = objectOf({
  name: 'folder',
  required: ['name', 'kind', 'retention'],
  members: {
    name: text('name', { min: 1, max: 80 }),
    kind: enumOf('kind', ['project', 'archive', 'inbox']),
    retention: integer('retention', { min: 1, max: 3650 }),
    closedOn: text('closedOn', { form: isDate }),
    quota,
    balance: number('balance', { min: -1000, max: 1000 }),
    region: tupleOf({
      name: 'region',
      min: 2,
      items: [enumOf('region/0', ['eu', 'us', 'ap']), integer('region/1', { min: 1, max: 9 }), yesOrNo('region/2')],
    }),
    labels,
    owner,
    settings: text('settings', { max: 500 }),
    format: constant('format', (value) => value instanceof JsonNumber && wholeNumber(value) === 2n),
  },
});

export function newFolder(value: Json, checker: RuleChecker): void {
  folderMembers(value, checker);
  const closedOn = memberOf(value, 'closedOn');
  if (memberOf(value, 'kind') === 'archive') {
    checker.require('then/required', closedOn !== undefined, 'an archive requires closedOn');
    const retention = memberOf(value, 'retention');
    const whole = retention instanceof JsonNumber ? wholeNumber(retention) : undefined;
    checker.require('then/minimum', whole === undefined || whole >= 365n, 'an archive is kept for a year at least');
  } else checker.require('else', closedOn === undefined, 'only an archive has closedOn');
}

const rating: BodyCheck = (value, checker) => {
  number('rating', { min: 0, max: 5 })(value, checker);
  const isHalf = !(value instanceof JsonNumber) || isMultipleOfHalf(value);
  checker.require('rating/multiple', isHalf, 'it is not a multiple of 0.5');
};

export const meta = objectOf({
  name: 'meta',
  required: [],
  members: {
    taken: text('taken', { form: isDate }),
    rating,
    location: tupleOf({
      name: 'location',
      min: 2,
      items: [number('location/0', { min: -90, max: 90 }), number('location/1', { min: -180, max: 180 })],
    }),
    people: listOf('people', {
      max: 4,
      item: objectOf({
        name: 'people/item',
        required: ['name'],
        members: { name: text('people/name', { min: 1, max: 40 }), age: integer('people/age', { min: 0, max: 130 }) },
      }),
    }),
  },
});

/** Of the parts that are text; the shelf is already a number here. */
export const uploadFields = objectOf({
  name: 'upload',
  required: ['title', 'shelf'],
  members: {
    title: text('title', { min: 1, max: 80 }),
    shelf: integer('shelf', { min: 1, max: 99 }),
    meta,
    comment: text('comment', { max: 200 }),
    keywords: listOf('keywords', { max: 4, item: matching('keywords/item', /^[a-z]{1,20}$/) }),
  },
});

const time = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

export const newJob = objectOf({
  name: 'job',
  required: ['kind'],
  members: {
    kind: enumOf('job/kind', ['count', 'checksum']),
    priority: integer('priority', { min: -5, max: 5 }),
    confirmed: constant('confirmed', (value) => value === true),
    window: tupleOf({ name: 'window', min: 2, items: [matching('window/0', time), matching('window/1', time)] }),
  },
});

export const newLink = objectOf({
  name: 'link',
  required: ['access', 'expiresIn'],
  members: {
    access: constant('access', (value) => value === 'read'),
    expiresIn: integer('expiresIn', { min: 60, max: 86_400 }),
    note: text('note', { max: 100 }),
  },
});

/** The JSON of the parameter `where`. */
export const where: BodyCheck = (value, checker) => {
  const members = {
    title: text('where/title', { min: 1, max: 80 }),
    shelf: integer('where/shelf', { min: 1, max: 99 }),
  };
  objectOf({ name: 'where', required: [], members })(value, checker);
  checker.require('where/empty', !isObject(value) || Object.keys(value).length > 0, 'a member is expected');
};

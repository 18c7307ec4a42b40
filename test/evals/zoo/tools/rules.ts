/** The bodies of the contract, written down by hand. */
import { isList, isObject, type Json, JsonNumber, wholeNumber } from '../json.ts';
import { isPositiveBelow } from './decimal.ts';
import {
  type BodyCheck,
  boolean,
  enumOf,
  integer,
  listOf,
  memberOf,
  notNull,
  objectOf,
  orNull,
  type RuleChecker,
  text,
} from './validation.ts';
import { isDate, isDateTime, isEmail } from './values.ts';

export const kinds = ['hand', 'power', 'measuring'] as const;

const part = objectOf({
  name: 'part',
  required: ['name', 'quantity'],
  members: {
    name: notNull('part/name', text('part/name', { min: 1, max: 40 })),
    quantity: integer('part/quantity', { min: 1, max: 99 }),
    spare: boolean('part/spare'),
  },
});

const name = text('name', { min: 1, max: 80 });
const price: BodyCheck = (value, checker) => {
  integer('price', { min: 0, max: 5_000_000 })(value, checker);
  const isZero = value instanceof JsonNumber && wholeNumber(value) === 0n;
  checker.require('price/zero', !isZero, 'more than 0 is wanted');
};
const acquired = orNull(text('acquired', { form: isDate }));
const notes = orNull(text('notes', { max: 500 }));
const parts = listOf('parts', { max: 12, item: part });

const power: BodyCheck = (value, checker) => {
  powerMembers(value, checker);
  const isComplete = memberOf(value, 'battery') === undefined || memberOf(value, 'charger') !== undefined;
  checker.require('power/dependent', isComplete, 'a battery needs a charger');
};

const powerMembers = objectOf({
  name: 'power',
  required: ['volts'],
  members: {
    volts,
    battery: text('power/battery', { min: 1, max: 40 }),
    charger: text('power/charger', { min: 1, max: 40 }),
  },
});

function volts(value: Json, checker: RuleChecker): void {
  const isOne = value instanceof JsonNumber && [12, 18, 230].includes(Number(value.source));
  checker.require('power/volts/enum', isOne, 'one of 12, 18, 230 is wanted');
}

function size(value: Json, checker: RuleChecker): void {
  if (!isList(value)) return void checker.require('size/type', false, 'a list is wanted');
  const [long, wide, measured] = value;
  const length = integer('size/length', { min: 1, max: 100_000 });
  checker.require('size/min-items', value.length >= 3, 'three items are wanted');
  checker.require('size/items', value.length <= 3, 'no more than three items are wanted');
  if (long !== undefined) length(long, checker.child(0));
  if (wide !== undefined) length(wide, checker.child(1));
  if (measured !== undefined) boolean('size/measured')(measured, checker.child(2));
}

function weight(value: Json, checker: RuleChecker): void {
  if (!(value instanceof JsonNumber)) return void checker.require('weight/type', false, 'a number is wanted');
  checker.require('weight/bounds', isPositiveBelow(value, 500), 'it is to be above 0 and below 500');
}

function labels(value: Json, checker: RuleChecker): void {
  if (!isObject(value)) return void checker.require('labels/type', false, 'an object is wanted');
  for (const [key, label] of Object.entries(value)) {
    checker.require('labels/names', /^[a-z][a-z0-9-]{0,19}$/.test(key), `${JSON.stringify(key)} is no name`);
    text('labels/value', { max: 60 })(label, checker.child(key));
  }
}

const toolMembers = objectOf({
  name: 'tool',
  required: ['name', 'kind', 'priceCents', 'size'],
  members: {
    name: notNull('name', name),
    kind: enumOf('kind', kinds),
    priceCents: price,
    weight,
    serial: orNull(text('serial', { form: (serial) => /^[A-Z]{2}-[0-9]{4,12}$/.test(serial) })),
    size,
    acquired,
    checkedAt: text('checked-at', { form: isDateTime }),
    notes,
    power,
    parts,
    labels,
  },
});

export function newTool(value: Json, checker: RuleChecker): void {
  toolMembers(value, checker);
  const isPowered = memberOf(value, 'kind') !== 'power' || memberOf(value, 'power') !== undefined;
  checker.require('tool/conditional', isPowered, 'a power tool has to say power');
}

export const toolPatch = objectOf({
  name: 'patch',
  required: [],
  members: { name: notNull('name', name), priceCents: price, acquired, notes, parts: orNull(parts) },
});

function contact(value: Json, checker: RuleChecker): void {
  const by = memberOf(value, 'by');
  if (by === 'mail') mail(value, checker);
  else if (by === 'phone') phone(value, checker);
  else checker.require('contact/by', false, 'by is to be mail or phone');
}

const mail = objectOf({
  name: 'mail',
  required: ['by', 'address'],
  members: { by: () => undefined, address: text('mail/address', { form: isEmail, max: 120 }) },
});

const phone = objectOf({
  name: 'phone',
  required: ['by', 'number'],
  members: {
    by: () => undefined,
    number: text('phone/number', { form: (number) => /^\+[0-9]{6,15}$/.test(number) }),
    extension: orNull(integer('phone/extension', { min: 0, max: 99_999 })),
  },
});

export const newLoan = objectOf({
  name: 'loan',
  required: ['borrower', 'from', 'days'],
  members: {
    borrower: objectOf({
      name: 'borrower',
      required: ['name', 'contact'],
      members: { name: text('borrower/name', { min: 1, max: 80 }), contact },
    }),
    from: text('loan/from', { form: isDate }),
    days: integer('loan/days', { min: 1, max: 90 }),
    purpose: orNull(text('loan/purpose', { max: 200 })),
    rules: (value, checker) => void checker.require('loan/const', value === 'accepted', '"accepted" is wanted'),
  },
});

const home: BodyCheck = (value, checker) => {
  address(value, checker);
  const isComplete = memberOf(value, 'street') === undefined || memberOf(value, 'postcode') !== undefined;
  checker.require('home/dependent', isComplete, 'a street needs a postcode');
};

const address = objectOf({
  name: 'home',
  required: ['city'],
  members: {
    city: text('home/city', { min: 1, max: 60 }),
    street: text('home/street', { min: 1, max: 60 }),
    postcode: text('home/postcode', { form: (code) => /^[0-9]{5}$/.test(code) }),
  },
});

const skill = enumOf('skills/item', ['wood', 'metal', 'textile', 'electronics', 'glass']);

const skills: BodyCheck = (value, checker) => {
  listOf('skills', { max: 8, item: skill })(value, checker);
  const isUnique = !isList(value) || new Set(value).size === value.length;
  checker.require('skills/unique', isUnique, 'each skill is listed once');
};

/** What is read-only may come, and has no effect. */
export const newMember = objectOf({
  name: 'member',
  required: ['name', 'pin', 'contacts'],
  members: {
    name: text('member/name', { min: 1, max: 80 }),
    pin: text('pin', { form: (pin) => /^[0-9]{6}$/.test(pin) }),
    skills,
    contacts: listOf('contacts', { min: 1, max: 4, item: contact }),
    home,
  },
  ignored: ['id', 'memberSince'],
});

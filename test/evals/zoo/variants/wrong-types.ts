import { isList, isObject, type Json, JsonNumber, wholeNumber } from '../json.ts';
import { faulty, seenIn } from '../variant.ts';
import { acceptsId, acceptsName, acceptsTag } from './changes.ts';

type Field = Json | undefined;

const isText = (value: Field): value is string => typeof value === 'string';
const isNumber = (value: Field): value is JsonNumber => value instanceof JsonNumber;
const isBoolean = (value: Field): value is boolean => typeof value === 'boolean';
const isNull = (value: Field): boolean => value === null;
const isMap = (value: Field): boolean => value !== undefined && isObject(value);
const isArray = (value: Field): boolean => value !== undefined && isList(value);
const isFraction = (value: Field): boolean => isNumber(value) && wholeNumber(value) === undefined;
const written = (value: Field): string => (isNumber(value) ? value.source : String(value));

/** Values of the wrong type that come through. */
export const wrongTypes = faulty('basic', [
  {
    name: 'takes-numeric-string-as-id',
    description: 'It accepts "7" as an id, as Jackson and PHP coerce it.',
    behavior: acceptsId((value) => isText(value) && /^-?\d+$/.test(value)),
  },
  {
    name: 'takes-any-string-as-id',
    description: 'It accepts every string as an id, as PHP before 8 casts "abc" to 0.',
    behavior: acceptsId(isText),
  },
  {
    name: 'takes-null-as-id',
    description: 'It accepts null as an id, as Jackson makes 0 of it in a primitive long.',
    behavior: acceptsId(isNull),
  },
  {
    name: 'takes-fraction-as-id',
    description: 'It truncates an id of 1.5 to 1, as Jackson does unless ACCEPT_FLOAT_AS_INT is off.',
    behavior: acceptsId(isFraction),
    ...seenIn(
      'Java',
      'Jackson cuts floats to integers unless ACCEPT_FLOAT_AS_INT is off',
      'FasterXML/jackson-databind#664',
    ),
  },
  {
    name: 'takes-boolean-as-id',
    description: 'It accepts true and false as ids, as Python does, where bool is an int.',
    behavior: acceptsId(isBoolean),
  },
  {
    name: 'takes-list-as-id',
    description: 'It accepts a list as an id, as UNWRAP_SINGLE_VALUE_ARRAYS or Number([7]) do.',
    behavior: acceptsId(isArray),
  },
  {
    name: 'takes-object-as-id',
    description: 'It accepts an object as an id, as a document database stores whatever it gets.',
    behavior: acceptsId(isMap),
  },
  {
    name: 'takes-any-type-as-id',
    description: 'It only looks whether id is there, as `if (!("id" in body))` does.',
    behavior: acceptsId((value) => value !== undefined && !isNumber(value)),
  },
  {
    name: 'takes-number-as-name',
    description: 'It makes a string of a name that is a number, as Jackson does.',
    behavior: acceptsName(isNumber, written),
    ...seenIn('Java', 'Jackson makes strings of integers', 'FasterXML/jackson-databind#3013'),
  },
  {
    name: 'keeps-number-as-name',
    description: 'It accepts a name that is a number and returns the number, as untyped handlers do.',
    behavior: acceptsName(isNumber, (value) => value ?? null),
  },
  {
    name: 'takes-boolean-as-name',
    description: 'It makes a string of a name that is a boolean, as Gson does.',
    behavior: acceptsName(isBoolean, written),
  },
  {
    name: 'takes-null-as-name',
    description: 'It makes the string "None" of a name that is null, as str() does.',
    behavior: acceptsName(isNull, () => 'None'),
  },
  {
    name: 'keeps-null-as-name',
    description: 'It accepts null as a name and returns null, as a Java bean without @NotNull does.',
    behavior: acceptsName(isNull, () => null),
  },
  {
    name: 'takes-list-as-name',
    description: 'It accepts a list as a name and returns "Array", as a string cast in PHP does.',
    behavior: acceptsName(isArray, () => 'Array'),
  },
  {
    name: 'takes-object-as-name',
    description: 'It accepts an object as a name and returns "[object Object]", as String() does.',
    behavior: acceptsName(isMap, () => '[object Object]'),
  },
  {
    name: 'takes-number-as-tag',
    description: 'It makes a string of a tag that is a number.',
    behavior: acceptsTag(isNumber, written),
  },
  {
    name: 'takes-boolean-as-tag',
    description: 'It makes a string of a tag that is a boolean.',
    behavior: acceptsTag(isBoolean, written),
  },
  {
    name: 'takes-null-as-tag',
    description: 'It treats a tag of null as an absent one, as every language with null fields does.',
    behavior: acceptsTag(isNull, () => undefined),
  },
  {
    name: 'takes-list-as-tag',
    description: 'It accepts a list as a tag and returns the list, as a field that once was `tags` does.',
    behavior: acceptsTag(isArray, (value) => value),
  },
  {
    name: 'takes-object-as-tag',
    description: 'It accepts an object as a tag and returns the object.',
    behavior: acceptsTag(isMap, (value) => value),
  },
  {
    name: 'leaves-out-wrong-tag',
    description:
      'It ignores a tag that is not a string and returns 200 without it, as an optional cast (`as? String`) does.',
    behavior: acceptsTag(
      (value) => !isText(value),
      () => undefined,
    ),
  },
]);

export const rareWrongTypes = faulty('deep', [
  {
    name: 'takes-empty-string-as-id',
    description: 'It accepts "" as an id, as Number("") is 0.',
    behavior: acceptsId((value) => value === ''),
  },
  {
    name: 'checks-only-truthy-ids',
    description: 'It checks the type of an id only if it is truthy, so that false, "" and null pass.',
    behavior: acceptsId((value) => value === false || value === '' || value === null),
  },
]);

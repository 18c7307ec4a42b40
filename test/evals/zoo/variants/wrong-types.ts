import { isList, isObject, type Json, JsonNumber, wholeNumber } from '../json.ts';
import { faulty, seenIn } from '../variant.ts';
import { takesId, takesName, takesTag } from './changes.ts';

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
    what: 'It takes "7" for an id, as Jackson and PHP coerce it.',
    behaviour: takesId((value) => isText(value) && /^-?\d+$/.test(value)),
  },
  {
    name: 'takes-any-string-as-id',
    what: 'It takes every string for an id, as PHP before 8 casts "abc" to 0.',
    behaviour: takesId(isText),
  },
  {
    name: 'takes-null-as-id',
    what: 'It takes null for an id, as Jackson makes 0 of it in a primitive long.',
    behaviour: takesId(isNull),
  },
  {
    name: 'takes-fraction-as-id',
    what: 'It cuts an id of 1.5 to 1, as Jackson does unless ACCEPT_FLOAT_AS_INT is off.',
    behaviour: takesId(isFraction),
    ...seenIn(
      'Java',
      'Jackson cuts floats to integers unless ACCEPT_FLOAT_AS_INT is off',
      'FasterXML/jackson-databind#664',
    ),
  },
  {
    name: 'takes-boolean-as-id',
    what: 'It takes true and false for ids, as Python does, where bool is an int.',
    behaviour: takesId(isBoolean),
  },
  {
    name: 'takes-list-as-id',
    what: 'It takes a list for an id, as UNWRAP_SINGLE_VALUE_ARRAYS or Number([7]) do.',
    behaviour: takesId(isArray),
  },
  {
    name: 'takes-object-as-id',
    what: 'It takes an object for an id, as a document database stores whatever it gets.',
    behaviour: takesId(isMap),
  },
  {
    name: 'takes-any-type-as-id',
    what: 'It only looks whether id is there, as `if (!("id" in body))` does.',
    behaviour: takesId((value) => value !== undefined && !isNumber(value)),
  },
  {
    name: 'takes-number-as-name',
    what: 'It makes a string of a name that is a number, as Jackson does.',
    behaviour: takesName(isNumber, written),
    ...seenIn('Java', 'Jackson makes strings of integers', 'FasterXML/jackson-databind#3013'),
  },
  {
    name: 'keeps-number-as-name',
    what: 'It takes a name that is a number and answers with the number, as untyped handlers do.',
    behaviour: takesName(isNumber, (value) => value ?? null),
  },
  {
    name: 'takes-boolean-as-name',
    what: 'It makes a string of a name that is a boolean, as Gson does.',
    behaviour: takesName(isBoolean, written),
  },
  {
    name: 'takes-null-as-name',
    what: 'It makes the string "None" of a name that is null, as str() does.',
    behaviour: takesName(isNull, () => 'None'),
  },
  {
    name: 'keeps-null-as-name',
    what: 'It takes null for a name and answers with null, as a Java bean without @NotNull does.',
    behaviour: takesName(isNull, () => null),
  },
  {
    name: 'takes-list-as-name',
    what: 'It takes a list for a name and answers "Array", as a string cast in PHP does.',
    behaviour: takesName(isArray, () => 'Array'),
  },
  {
    name: 'takes-object-as-name',
    what: 'It takes an object for a name and answers "[object Object]", as String() does.',
    behaviour: takesName(isMap, () => '[object Object]'),
  },
  {
    name: 'takes-number-as-tag',
    what: 'It makes a string of a tag that is a number.',
    behaviour: takesTag(isNumber, written),
  },
  {
    name: 'takes-boolean-as-tag',
    what: 'It makes a string of a tag that is a boolean.',
    behaviour: takesTag(isBoolean, written),
  },
  {
    name: 'takes-null-as-tag',
    what: 'It treats a tag of null as an absent one, as every language with null fields does.',
    behaviour: takesTag(isNull, () => undefined),
  },
  {
    name: 'takes-list-as-tag',
    what: 'It takes a list for a tag and answers with the list, as a field that once was `tags` does.',
    behaviour: takesTag(isArray, (value) => value),
  },
  {
    name: 'takes-object-as-tag',
    what: 'It takes an object for a tag and answers with the object.',
    behaviour: takesTag(isMap, (value) => value),
  },
  {
    name: 'leaves-out-wrong-tag',
    what: 'It ignores a tag that is no string and answers 200 without it, as an optional cast (`as? String`) does.',
    behaviour: takesTag(
      (value) => !isText(value),
      () => undefined,
    ),
  },
]);

export const rareWrongTypes = faulty('deep', [
  {
    name: 'takes-empty-string-as-id',
    what: 'It takes "" for an id, as Number("") is 0.',
    behaviour: takesId((value) => value === ''),
  },
  {
    name: 'checks-only-truthy-ids',
    what: 'It checks the type of an id only if it is truthy, so that false, "" and null pass.',
    behaviour: takesId((value) => value === false || value === '' || value === null),
  },
]);

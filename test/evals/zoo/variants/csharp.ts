import { JsonNumber } from '../json.ts';
import { jsonResponse, throwServerError } from '../response.ts';
import { withHeader } from '../store.ts';
import { faulty, seenIn } from '../variant.ts';
import { changesErrorResponse, fixesJson, hasReason, returnsName } from './changes.ts';
import { diesBelow } from './nesting.ts';

/** Read about in .NET and in its libraries. */
export const csharp = faulty('deep', [
  {
    name: 'reformats-dates',
    description: 'It returns 03/07/2017 17:26:40 where a name is 2017-03-07T17:26:40.352Z.',
    behavior: returnsName((name) => (isDateTime(name) ? reformatted(name) : name)),
    ...seenIn('C#', 'Json.NET reads strings that look like dates as dates', 'JamesNK/Newtonsoft.Json#862'),
  },
  {
    name: 'takes-hexadecimal-numbers',
    description: 'It accepts 0x10 as a number.',
    behavior: fixesJson((text) =>
      text.replace(/:(\s*)0x([0-9a-f]+)/gi, (_all, space, digits) => `:${space}${BigInt(`0x${digits}`)}`),
    ),
    ...seenIn('C#', 'Json.NET reads hexadecimal and octal numbers by design', 'JamesNK/Newtonsoft.Json#924'),
  },
  {
    name: 'dies-of-deep-nesting',
    description:
      'It terminates on a body nested some ten thousand levels deep, since nothing can catch a StackOverflowException.',
    behavior: diesBelow(20_000),
    ...seenIn('C#', 'Json.NET before 13 has no limit of depth', 'JamesNK/Newtonsoft.Json#2457'),
  },
  {
    name: 'fails-on-ref-property',
    description: 'It returns 500 to a property named $ref beside others.',
    behavior: (right) => ({
      readFields: (value) => {
        const fields = right.readFields(value);
        return '$ref' in fields ? throwServerError() : fields;
      },
    }),
    ...seenIn('C#', 'Json.NET reads it as a reference to another object', 'JamesNK/Newtonsoft.Json#398'),
  },
  {
    name: 'returns-problem-details-to-broken-json',
    description:
      'It returns broken JSON 400 with title and errors in application/problem+json, where all other errors are Errors.',
    behavior: changesErrorResponse(hasReason('syntax', 'encoding', 'no-body'), () =>
      withHeader(
        jsonResponse(400, {
          title: 'One or more validation errors occurred.',
          status: new JsonNumber(400),
          errors: { $: ['The JSON value could not be converted.'] },
        }),
        'content-type',
        'application/problem+json; charset=utf-8',
      ),
    ),
    ...seenIn(
      'C#',
      'MVC puts JSON errors where validation errors go, before any code of the API',
      'khellang/Middleware#149',
    ),
  },
]);

function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.test(text) && !Number.isNaN(Date.parse(text));
}

function reformatted(text: string): string {
  const [date = '', time = ''] = new Date(text).toISOString().split(/[T.]/);
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year} ${time}`;
}

import { JsonNumber } from '../json.ts';
import { throwServerError } from '../response.ts';
import { pathOf, withHeader } from '../store.ts';
import { faulty, seenIn } from '../variant.ts';
import { acceptsName, changesCreateResponse, fixesJson } from './changes.ts';
import { failsBelow } from './nesting.ts';

/** Read about in libraries for Java. */
export const java = faulty('deep', [
  {
    name: 'takes-fraction-as-name',
    description: 'It accepts 1.5 as a name and rejects 7, as where only the coercion of integers is disabled.',
    behavior: acceptsName(
      (value) => value instanceof JsonNumber && /[.e]/i.test(value.source),
      (value) => (value instanceof JsonNumber ? value.source : ''),
    ),
    ...seenIn(
      'Java',
      'Jackson 2.13 coerces floats to strings whatever the coercion config is',
      'FasterXML/jackson-databind#3613',
    ),
  },
  {
    name: 'fails-on-deep-nesting',
    description: 'It returns 500 to a body nested some thousand levels deep, as a StackOverflowError.',
    behavior: failsBelow(9_000),
    ...seenIn('Java', 'Jackson before 2.13.3 overflows the stack (CVE-2020-36518)', 'FasterXML/jackson-databind#3426'),
  },
  {
    name: 'fails-on-double-slash',
    description: 'It returns 500 at //plants, as a firewall that throws does.',
    behavior: (right) => ({
      checkRoute: (request, basePath) =>
        pathOf(request).includes('//') ? throwServerError() : right.checkRoute(request, basePath),
    }),
    ...seenIn(
      'Java',
      'Spring Security throws RequestRejectedException, which becomes a 500',
      'spring-projects/spring-security#5007',
    ),
  },
  {
    name: 'takes-capitalised-literals',
    description: 'It accepts True, FALSE and Null as JSON.',
    behavior: fixesJson((text) => text.replace(/(?<=[:,[]\s*)(true|false|null)\b/gi, (word) => word.toLowerCase())),
    ...seenIn('Java', 'Gson accepts literals in any case, lenient or not', 'google/gson#988'),
  },
  {
    name: 'takes-semicolons-and-arrows',
    description: 'It accepts ; as the comma and = or => as the colon between properties.',
    behavior: fixesJson((text) => text.replaceAll(';', ',').replace(/=>?/g, ':')),
    ...seenIn('Java', 'Gson is lenient even where leniency is disabled', 'google/gson#1079'),
  },
  {
    name: 'says-and-writes-latin-1',
    description: 'It labels JSON as charset=ISO-8859-1 and writes it so, with ? for what is not in it.',
    behavior: changesCreateResponse((reply) => ({
      ...withHeader(reply, 'content-type', 'application/json;charset=ISO-8859-1'),
      body: Buffer.from(reply.body.toString().replace(/[^\0-\xff]/g, '?'), 'latin1'),
    })),
    ...seenIn(
      'Java',
      'StringHttpMessageConverter of Spring 5.2 falls back to ISO-8859-1 for application/json',
      'spring-projects/spring-framework#24123',
    ),
  },
]);

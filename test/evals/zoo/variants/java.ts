import { crash } from '../exchange.ts';
import { JsonNumber } from '../json.ts';
import { pathOf, withHeader } from '../store.ts';
import { faulty, seenIn } from '../variant.ts';
import { answersCreated, mends, takesName } from './changes.ts';
import { failsBelow } from './nesting.ts';

/** Read about in libraries for Java. */
export const java = faulty('deep', [
  {
    name: 'takes-fraction-as-name',
    what: 'It takes 1.5 for a name and refuses 7, where only integers were told not to become strings.',
    behaviour: takesName(
      (value) => value instanceof JsonNumber && /[.e]/i.test(value.source),
      (value) => (value instanceof JsonNumber ? value.source : ''),
    ),
    ...seenIn(
      'Java',
      'Jackson 2.13 makes strings of floats whatever the coercion config says',
      'FasterXML/jackson-databind#3613',
    ),
  },
  {
    name: 'fails-on-deep-nesting',
    what: 'It answers 500 to a body nested some thousand levels deep, as a StackOverflowError.',
    behaviour: failsBelow(9_000),
    ...seenIn(
      'Java',
      'Jackson before 2.13.3 overflows the stack (CVE-2020-36518)',
      'FasterXML/jackson-databind#3426',
    ),
  },
  {
    name: 'fails-on-double-slash',
    what: 'It answers 500 at //plants, as a firewall that throws does.',
    behaviour: (right) => ({
      checkRoute: (request, basePath) =>
        pathOf(request).includes('//') ? crash() : right.checkRoute(request, basePath),
    }),
    ...seenIn(
      'Java',
      'Spring Security throws RequestRejectedException, which becomes a 500',
      'spring-projects/spring-security#5007',
    ),
  },
  {
    name: 'takes-capitalised-literals',
    what: 'It takes True, FALSE and Null for JSON.',
    behaviour: mends((text) =>
      text.replace(/(?<=[:,[]\s*)(true|false|null)\b/gi, (word) => word.toLowerCase()),
    ),
    ...seenIn('Java', 'Gson takes literals in any capitalisation, lenient or not', 'google/gson#988'),
  },
  {
    name: 'takes-semicolons-and-arrows',
    what: 'It takes ; for the comma and = or => for the colon between properties.',
    behaviour: mends((text) => text.replaceAll(';', ',').replace(/=>?/g, ':')),
    ...seenIn('Java', 'Gson is lenient also where it is told not to be', 'google/gson#1079'),
  },
  {
    name: 'says-and-writes-latin-1',
    what: 'It labels JSON as charset=ISO-8859-1 and writes it so, with ? for what is not in it.',
    behaviour: answersCreated((reply) => ({
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

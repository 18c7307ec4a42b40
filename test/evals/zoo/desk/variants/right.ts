import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { right } from '../../variant.ts';
import type { Desk } from '../desk.ts';
import { authorizationOf } from '../doors.ts';
import { malformed, Refusal } from '../refusal.ts';
import { type Answer, head, json, withHeader } from '../wire.ts';
import { passwordOf, staffBy } from './basic.ts';
import { answers, type Change, lets, refuses, remembers, sees, takesForms } from './changes.ts';

/** What differs from the right desk without a fault. */
export const rightDesks = right<Desk>([
  {
    name: 'takes-any-user-with-password',
    what: 'It looks at the password alone, as stores do whose passwords are tokens.',
    behaviour: staffBy((given, staff) => passwordOf(given) === passwordOf(staff)),
  },
  {
    name: 'takes-unterminated-parts',
    what: 'It takes a body whose last boundary is missing: RFC 2046 wants it, the contract is silent, and many readers go on without it.',
    behaviour: ({ partsOf }) => ({
      partsOf: (body, boundary) => {
        const isClosed = body.includes(`--${boundary}--`) || !body.includes(`--${boundary}`);
        const open = body.toString('latin1').replace(new RegExp(`\\s*(--${boundary})?-?\\s*$`), '');
        return partsOf(isClosed ? body : Buffer.from(`${open}\r\n--${boundary}--\r\n`, 'latin1'), boundary);
      },
    }),
  },
  {
    name: 'takes-extras-both-ways',
    what: 'It takes a list with commas as repeated fields too.',
    behaviour: takesForms(() => ({
      itemsOf: (values, { isSpread }) => (isSpread ? values : values.flatMap((value) => value.split(','))),
    })),
  },
  {
    name: 'takes-first-of-repeated-fields',
    what: 'It takes the first where a field that is no list is repeated.',
    behaviour: takesForms(() => ({ oneOf: ([first = '']) => first })),
  },
  {
    name: 'shouts-header-names',
    what: 'It writes the names of headers in capitals.',
    behaviour: all((answer) => ({
      ...answer,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    })),
  },
  {
    name: 'breaks-lines-in-titles',
    what: 'It writes titles of several lines, which end in CR and LF.',
    behaviour: titled((title) => `${title}\r\n\r\nPlease ask at the desk.\r\n`),
  },
  {
    name: 'breaks-lines-in-xml',
    what: 'It ends lines of XML with CR and LF, with a comment and a processing instruction.',
    behaviour: answers('readReport', (answer) =>
      String(answer.headers['content-type']).startsWith('application/xml')
        ? {
            ...answer,
            body: String(answer.body)
              .replace('?>\n', '?>\r\n<!-- by the desk -->\r\n<?xml-stylesheet href="report.xsl"?>\r\n')
              .replaceAll('<row>', '\r\n  <row>'),
          }
        : answer,
    ),
  },
  {
    name: 'sets-more-cookies',
    what: 'It sets cookies of its own with every answer but that of a session.',
    behaviour: all((answer) =>
      answer.headers['set-cookie'] === undefined
        ? {
            ...answer,
            headers: { ...answer.headers, 'set-cookie': ['seen=yes; Path=/', 'till=3; Max-Age=60'] },
          }
        : answer,
    ),
  },
  {
    name: 'explains-401-otherwise',
    what: 'It answers 401 with another error, longer and with more members.',
    behaviour: refuses(401, (answer) => {
      const fields = [{ name: 'authorization', problem: 'is missing or wrong', hint: null }];
      const body = JSON.stringify({ code: 'who-are-you', title: '«Qui êtes-vous ?»', fields, seen: 1 });
      return withHeader({ ...answer, body }, 'retry-after', '86400');
    }),
  },
  {
    name: 'answers-403-to-wrong-credentials',
    what: 'It answers 403 where credentials are given and wrong.',
    behaviour: () => ({
      around: async (request, answer) => {
        const given = await answer();
        const hasSome = request.headers['authorization'] !== undefined;
        return given.status === 401 && hasSome ? { ...given, status: 403 } : given;
      },
    }),
  },
  {
    name: 'sends-in-pieces',
    atOnce: 12,
    what: 'It sends its answers chunked, the first 15 bytes in pieces of five.',
    behaviour: all((answer) => ({ ...answer, deliver: inPieces })),
  },
  {
    name: 'is-slow',
    atOnce: 24,
    what: 'It takes 20 ms for every answer.',
    behaviour: () => ({
      around: async (_request, answer) => {
        await delay(20);
        return answer();
      },
    }),
  },
  {
    name: 'closes-connections',
    what: 'It closes the connection after every answer.',
    behaviour: all((answer) => withHeader(answer, 'connection', 'close')),
  },
  {
    name: 'refuses-double-bookings',
    what: 'It answers 409 where the same guest has booked the same seats, as the contract declares.',
    behaviour: remembers(({ saveBooking }) => {
      const seen = new Set<string>();
      return {
        saveBooking: (booking) => {
          const { code: _one, ...rest } = booking;
          const key = JSON.stringify(rest);
          if (seen.has(key)) throw new Refusal({ status: 409, code: 'double', title: 'That is booked.' });
          seen.add(key);
          saveBooking(booking);
        },
      };
    }),
  },
  {
    name: 'looks-into-photos',
    what: 'It refuses a photo that does not begin as PNG does.',
    behaviour: sees('uploadPhoto', (request) => {
      const isOther = request.headers['content-type'] !== 'image/png' || request.body.length === 0;
      if (isOther || request.body.subarray(1, 4).toString() === 'PNG') return request;
      throw malformed('This is no PNG.');
    }),
  },
  {
    name: 'disregards-accept',
    what: 'It answers CSV whatever Accept says, which RFC 9110, section 12.5.1, allows.',
    behaviour: () => ({ chooseType: (_accept, [first = '']) => first }),
  },
  {
    name: 'writes-csv-alone',
    what: 'It answers 406, which is declared, where Accept leaves no CSV: that each type can be had is not said.',
    behaviour: ({ chooseType }) => ({ chooseType: (accept, [first = '']) => chooseType(accept, [first]) }),
  },
  {
    name: 'takes-notes-in-any-encoding',
    what: 'It takes text whose encoding nobody has said for UTF-8 and replaces what is not.',
    behaviour: () => ({ decode: (bytes) => bytes.toString() }),
  },
  {
    name: 'prefers-xml',
    what: 'It answers XML where CSV would do as well.',
    behaviour: ({ chooseType }) => ({
      chooseType: (accept, types) => chooseType(accept, types.toReversed()),
    }),
  },
  {
    name: 'takes-base64-without-padding',
    what: 'It takes Base64 without padding, and the name of the user in any case.',
    behaviour: lets(() => ({
      isStaff: (request, staff) => {
        const { scheme, token } = authorizationOf(request);
        const given = Buffer.from(token, 'base64').toString();
        const isBasic = scheme.toLowerCase() === 'basic' && /^[A-Za-z0-9+/]+={0,2}$/.test(token);
        return isBasic && given.replace(/^[^:]*/, (user) => user.toLowerCase()) === staff;
      },
    })),
  },
  {
    name: 'answers-400-for-malformed-names',
    what: 'It answers 400 in place of 404 where a name in the path is not as it should be.',
    behaviour: ({ refused }) => ({
      refused: (refusal) => {
        const isName = refusal.message === 'There is no such name.';
        return isName ? { ...refused(refusal), status: 400 } : refused(refusal);
      },
    }),
  },
  {
    name: 'draws-codes',
    what: 'It draws the codes of bookings at random.',
    behaviour: remembers(() => ({
      nextCode: () => `${letters(4)}${String(randomInt(100)).padStart(2, '0')}`,
    })),
  },
  {
    name: 'adds-to-attachments',
    what: 'It shows more of an attachment than the contract says, which that leaves open.',
    behaviour: answers('addAttachment', (answer) =>
      json(201, { ...JSON.parse(String(answer.body)), seen: [null, { by: 'Anna' }] }, answer.headers),
    ),
  },
]);

function letters(count: number): string {
  return Array.from({ length: count }, () => String.fromCharCode(65 + randomInt(26))).join('');
}

function all(change: (answer: Answer) => Answer): Change {
  return () => ({ around: async (_request, answer) => change(await answer()) });
}

function titled(change: (title: string) => string): Change {
  return ({ refused }) => ({
    refused: (refusal) => {
      const answer = refused(refusal);
      return {
        ...answer,
        body: JSON.stringify({ ...JSON.parse(String(answer.body)), title: change(refusal.message) }),
      };
    },
  });
}

async function inPieces(response: ServerResponse, answer: Answer): Promise<void> {
  head(response, answer, false);
  const bytes = Buffer.from(answer.body);
  for (let at = 0; at < 15 && response.req.method !== 'HEAD'; at += 5) {
    response.write(bytes.subarray(at, at + 5));
    await delay(0);
  }
  response.end(bytes.subarray(15));
}

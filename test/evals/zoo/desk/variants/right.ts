import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { right } from '../../variant.ts';
import { authorizationOf } from '../authentication.ts';
import type { DeskBehavior } from '../behavior.ts';
import { DeskError, malformedRequest } from '../error.ts';
import { type DeskResponse, head, jsonDeskResponse, withDeskHeader } from '../http.ts';
import { passwordOf, staffBy } from './basic.ts';
import {
  type BehaviorChange,
  changesAuthentication,
  changesErrors,
  changesForms,
  changesMemory,
  changesRequests,
  changesResponses,
} from './changes.ts';

/** What differs from the right desk without a fault. */
export const rightDesks = right<DeskBehavior>([
  {
    name: 'takes-any-user-with-password',
    description: 'It looks at the password alone, as stores do whose passwords are tokens.',
    behavior: staffBy((given, staff) => passwordOf(given) === passwordOf(staff)),
  },
  {
    name: 'takes-unterminated-parts',
    description:
      'It accepts a body whose last boundary is missing: RFC 2046 wants it, the contract is silent, and many readers go on without it.',
    behavior: ({ partsOf }) => ({
      partsOf: (body, boundary) => {
        const isClosed = body.includes(`--${boundary}--`) || !body.includes(`--${boundary}`);
        const open = body.toString('latin1').replace(new RegExp(`\\s*(--${boundary})?-?\\s*$`), '');
        return partsOf(isClosed ? body : Buffer.from(`${open}\r\n--${boundary}--\r\n`, 'latin1'), boundary);
      },
    }),
  },
  {
    name: 'takes-extras-both-ways',
    description: 'It accepts a list with commas as repeated fields too.',
    behavior: changesForms(() => ({
      itemsOf: (values, { isSpread }) => (isSpread ? values : values.flatMap((value) => value.split(','))),
    })),
  },
  {
    name: 'takes-first-of-repeated-fields',
    description: 'It accepts the first where a field that is not a list is repeated.',
    behavior: changesForms(() => ({ singleValue: ([first = '']) => first })),
  },
  {
    name: 'shouts-header-names',
    description: 'It writes the names of headers in upper case.',
    behavior: all((deskResponse) => ({
      ...deskResponse,
      headers: Object.fromEntries(
        Object.entries(deskResponse.headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    })),
  },
  {
    name: 'breaks-lines-in-titles',
    description: 'It writes titles of several lines, which end in CR and LF.',
    behavior: titled((title) => `${title}\r\n\r\nPlease ask at the desk.\r\n`),
  },
  {
    name: 'breaks-lines-in-xml',
    description: 'It ends lines of XML with CR and LF, with a comment and a processing instruction.',
    behavior: changesResponses('readReport', (deskResponse) =>
      String(deskResponse.headers['content-type']).startsWith('application/xml')
        ? {
            ...deskResponse,
            body: String(deskResponse.body)
              .replace('?>\n', '?>\r\n<!-- by the desk -->\r\n<?xml-stylesheet href="report.xsl"?>\r\n')
              .replaceAll('<row>', '\r\n  <row>'),
          }
        : deskResponse,
    ),
  },
  {
    name: 'sets-more-cookies',
    description: 'It sets cookies of its own with every response but that of a session.',
    behavior: all((deskResponse) =>
      deskResponse.headers['set-cookie'] === undefined
        ? {
            ...deskResponse,
            headers: { ...deskResponse.headers, 'set-cookie': ['seen=yes; Path=/', 'till=3; Max-Age=60'] },
          }
        : deskResponse,
    ),
  },
  {
    name: 'explains-401-otherwise',
    description: 'It returns 401 with another error, longer and with more members.',
    behavior: changesErrors(401, (deskResponse) => {
      const fields = [{ name: 'authorization', problem: 'is missing or wrong', hint: null }];
      const body = JSON.stringify({ code: 'who-are-you', title: '«Qui êtes-vous ?»', fields, seen: 1 });
      return withDeskHeader({ ...deskResponse, body }, 'retry-after', '86400');
    }),
  },
  {
    name: 'sends-in-pieces',
    concurrency: 12,
    description: 'It sends its responses chunked, the first 15 bytes in pieces of five.',
    behavior: all((deskResponse) => ({ ...deskResponse, deliver: inPieces })),
  },
  {
    name: 'is-slow',
    concurrency: 24,
    description: 'It accepts 20 ms for every response.',
    behavior: () => ({
      wrapExchange: async (_request, deskResponse) => {
        await delay(20);
        return deskResponse();
      },
    }),
  },
  {
    name: 'closes-connections',
    description: 'It closes the connection after every response.',
    behavior: all((deskResponse) => withDeskHeader(deskResponse, 'connection', 'close')),
  },
  {
    name: 'rejects-double-bookings',
    description: 'It returns 409 where the same guest has booked the same seats, as the contract declares.',
    behavior: changesMemory(({ saveBooking }) => {
      const seen = new Set<string>();
      return {
        saveBooking: (booking) => {
          const { code: _one, ...rest } = booking;
          const key = JSON.stringify(rest);
          if (seen.has(key)) throw new DeskError({ status: 409, code: 'double', title: 'That is booked.' });
          seen.add(key);
          saveBooking(booking);
        },
      };
    }),
  },
  {
    name: 'looks-into-photos',
    description: 'It rejects a photo that does not begin as PNG does.',
    behavior: changesRequests('uploadPhoto', (request) => {
      const isOther = request.headers['content-type'] !== 'image/png' || request.body.length === 0;
      if (isOther || request.body.subarray(1, 4).toString() === 'PNG') return request;
      throw malformedRequest('This is no PNG.');
    }),
  },
  {
    name: 'disregards-accept',
    description: 'It returns CSV whatever Accept contains, which RFC 9110, section 12.5.1, allows.',
    behavior: () => ({ chooseType: (_accept, [first = '']) => first }),
  },
  {
    name: 'writes-csv-alone',
    description:
      'It returns 406, which is declared, where Accept excludes CSV: the contract does not promise that each type is available.',
    behavior: ({ chooseType }) => ({ chooseType: (accept, [first = '']) => chooseType(accept, [first]) }),
  },
  {
    name: 'takes-notes-in-any-encoding',
    description: 'It reads text without a declared encoding as UTF-8 and replaces invalid bytes.',
    behavior: () => ({ decode: (bytes) => bytes.toString() }),
  },
  {
    name: 'prefers-xml',
    description: 'It returns XML where CSV is acceptable too.',
    behavior: ({ chooseType }) => ({
      chooseType: (accept, types) => chooseType(accept, types.toReversed()),
    }),
  },
  {
    name: 'takes-base64-without-padding',
    description: 'It accepts Base64 without padding, and the name of the user in any case.',
    behavior: changesAuthentication(() => ({
      isStaff: (request, staff) => {
        const { scheme, token } = authorizationOf(request);
        const given = Buffer.from(token, 'base64').toString();
        const isBasic = scheme.toLowerCase() === 'basic' && /^[A-Za-z0-9+/]+={0,2}$/.test(token);
        return isBasic && given.replace(/^[^:]*/, (user) => user.toLowerCase()) === staff;
      },
    })),
  },
  {
    name: 'returns-400-for-malformed-names',
    description: 'It returns 400 instead of 404 where a name in the path is not as it should be.',
    behavior: ({ respondToError: reject }) => ({
      respondToError: (deskError) => {
        const isName = deskError.message === 'There is no such name.';
        return isName ? { ...reject(deskError), status: 400 } : reject(deskError);
      },
    }),
  },
  {
    name: 'draws-codes',
    description: 'It draws the codes of bookings at random.',
    behavior: changesMemory(() => ({
      nextCode: () => `${letters(4)}${String(randomInt(100)).padStart(2, '0')}`,
    })),
  },
  {
    name: 'adds-to-attachments',
    description: 'It returns more properties of an attachment than the contract declares, which the contract allows.',
    behavior: changesResponses('addAttachment', (deskResponse) =>
      jsonDeskResponse(
        201,
        { ...JSON.parse(String(deskResponse.body)), seen: [null, { by: 'Anna' }] },
        deskResponse.headers,
      ),
    ),
  },
]);

function letters(count: number): string {
  return Array.from({ length: count }, () => String.fromCharCode(65 + randomInt(26))).join('');
}

function all(change: (deskResponse: DeskResponse) => DeskResponse): BehaviorChange {
  return () => ({ wrapExchange: async (_request, deskResponse) => change(await deskResponse()) });
}

function titled(change: (title: string) => string): BehaviorChange {
  return ({ respondToError: reject }) => ({
    respondToError: (deskError) => {
      const deskResponse = reject(deskError);
      return {
        ...deskResponse,
        body: JSON.stringify({ ...JSON.parse(String(deskResponse.body)), title: change(deskError.message) }),
      };
    },
  });
}

async function inPieces(response: ServerResponse, deskResponse: DeskResponse): Promise<void> {
  head(response, deskResponse, false);
  const bytes = Buffer.from(deskResponse.body);
  for (let at = 0; at < 15 && response.req.method !== 'HEAD'; at += 5) {
    response.write(bytes.subarray(at, at + 5));
    await delay(0);
  }
  response.end(bytes.subarray(15));
}

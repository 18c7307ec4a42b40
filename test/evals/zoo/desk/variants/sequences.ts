import { faulty } from '../../variant.ts';
import type { DeskBehavior } from '../behavior.ts';
import { jsonDeskResponse } from '../http.ts';
import { changesMemory, changesResponses } from './changes.ts';

/** What one request shows of those before it. */
export const wrongSequences = faulty<DeskBehavior>('deep', [
  {
    name: 'loses-bookings',
    description: 'It confirms bookings and does not keep them.',
    operations: ['createBooking', 'readBooking'],
    foundBy: ['created-is-found'],
    behavior: changesMemory(() => ({ saveBooking: () => undefined })),
  },
  {
    name: 'reads-last-booking',
    description: 'It returns the latest booking, whichever is requested.',
    operations: ['createBooking', 'readBooking'],
    foundBy: ['read-returns-written'],
    behavior: changesMemory(({ saveBooking, booking }) => {
      let last = '';
      return {
        saveBooking: (one) => {
          last = one.code;
          saveBooking(one);
        },
        booking: (code) => booking(last === '' || booking(code) === undefined ? code : last),
      };
    }),
  },
  {
    name: 'keeps-cancelled-bookings',
    description: 'It confirms that a booking is cancelled, and keeps it.',
    operations: ['createBooking', 'readBooking', 'cancelBooking'],
    foundBy: ['deleted-not-found'],
    behavior: changesMemory(() => ({ removeBooking: () => undefined })),
  },
  {
    name: 'cancels-all-bookings',
    description: 'It cancels all bookings instead of one.',
    operations: ['createBooking', 'readBooking', 'cancelBooking'],
    foundBy: ['created-is-found'],
    behavior: changesMemory(({ saveBooking, removeBooking }) => {
      const codes = new Set<string>();
      return {
        saveBooking: (one) => {
          codes.add(one.code);
          saveBooking(one);
        },
        removeBooking: () => {
          for (const code of codes) removeBooking(code);
        },
      };
    }),
  },
  {
    name: 'confirms-guest-before',
    description: 'It confirms a booking with the guest of the one before.',
    operations: ['createBooking'],
    foundBy: ['created-is-echoed'],
    behavior: () => {
      let before: unknown;
      return {
        transformResponse: (response, operation) => {
          if (operation !== 'createBooking') return response;
          const booking = JSON.parse(String(response.body));
          const guest = before ?? booking.guest;
          before = booking.guest;
          return jsonDeskResponse(201, { ...booking, guest }, response.headers);
        },
      };
    },
  },
  {
    name: 'gives-codes-in-small-letters',
    description: 'It gives the code of a booking in lower case, which the contract does not have.',
    operations: ['createBooking'],
    foundBy: ['body-matches-schema', 'headers-declared'],
    behavior: changesMemory(({ nextCode }) => ({ nextCode: () => nextCode().toLowerCase() })),
  },
  {
    name: 'loses-notes',
    description: 'It confirms notes and does not keep them.',
    operations: ['readNote', 'writeNote'],
    foundBy: ['created-is-found'],
    behavior: changesMemory(() => ({ writeNote: () => undefined })),
  },
  {
    name: 'reads-last-note',
    description: 'It returns the note that was written last, under whatever name.',
    operations: ['readNote', 'writeNote'],
    foundBy: ['read-returns-written'],
    behavior: changesMemory(({ writeNote, note }) => {
      let last = 'house-rules';
      return {
        writeNote: (name, text) => {
          last = name;
          writeNote(name, text);
        },
        note: (name) => (note(name) === undefined ? undefined : note(last)),
      };
    }),
  },
  {
    name: 'appends-notes',
    description: 'It puts what is written behind what was there.',
    operations: ['readNote', 'writeNote'],
    foundBy: ['read-returns-written'],
    behavior: changesMemory(({ writeNote, note }) => ({
      writeNote: (name, text) => writeNote(name, `${note(name) ?? ''}${text}`),
    })),
  },
  {
    name: 'loses-attachments',
    description: 'It confirms attachments and does not keep them.',
    operations: ['addAttachment', 'listAttachments'],
    foundBy: ['list-has-created'],
    behavior: changesMemory(() => ({ attach: () => undefined })),
  },
  {
    name: 'keeps-last-attachment',
    description: 'It keeps one attachment for a booking, the latest.',
    operations: ['addAttachment', 'listAttachments'],
    foundBy: ['list-has-created'],
    behavior: changesMemory(({ attachments }) => ({ attachments: (code) => attachments(code).slice(-1) })),
  },
  {
    name: 'names-attachments-equally',
    description: 'It gives all attachments the same id, which is no UUID.',
    operations: ['addAttachment'],
    foundBy: ['body-matches-schema'],
    behavior: changesResponses('addAttachment', (response) => {
      return jsonDeskResponse(201, { ...JSON.parse(String(response.body)), id: 'attachment' });
    }),
  },
  {
    name: 'forgets-photos',
    description: 'It confirms photos and does not keep them.',
    operations: ['uploadPhoto', 'readPhoto'],
    foundBy: ['created-is-found'],
    behavior: changesMemory(() => ({ savePhoto: () => undefined })),
  },
]);

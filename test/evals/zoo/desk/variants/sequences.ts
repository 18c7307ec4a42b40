import { faulty } from '../../variant.ts';
import type { Desk } from '../desk.ts';
import { json } from '../wire.ts';
import { answers, remembers } from './changes.ts';

/** What one request shows of those before it. */
export const wrongSequences = faulty<Desk>('deep', [
  {
    name: 'loses-bookings',
    what: 'It confirms bookings and does not keep them.',
    at: ['createBooking', 'readBooking'],
    foundBy: ['created-is-there'],
    behaviour: remembers(() => ({ saveBooking: () => undefined })),
  },
  {
    name: 'reads-last-booking',
    what: 'It answers with the latest booking, whichever is asked for.',
    at: ['createBooking', 'readBooking'],
    foundBy: ['read-returns-written'],
    behaviour: remembers(({ saveBooking, booking }) => {
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
    what: 'It confirms that a booking is cancelled, and keeps it.',
    at: ['createBooking', 'readBooking', 'cancelBooking'],
    foundBy: ['removed-is-gone'],
    behaviour: remembers(() => ({ removeBooking: () => undefined })),
  },
  {
    name: 'cancels-all-bookings',
    what: 'It cancels all bookings in place of one.',
    at: ['createBooking', 'readBooking', 'cancelBooking'],
    foundBy: ['created-is-there'],
    behaviour: remembers(({ saveBooking, removeBooking }) => {
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
    what: 'It confirms a booking with the guest of the one before.',
    at: ['createBooking'],
    foundBy: ['created-is-echoed'],
    behaviour: () => {
      let before: unknown;
      return {
        answered: (answer, operation) => {
          if (operation !== 'createBooking') return answer;
          const booking = JSON.parse(String(answer.body));
          const guest = before ?? booking.guest;
          before = booking.guest;
          return json(201, { ...booking, guest }, answer.headers);
        },
      };
    },
  },
  {
    name: 'gives-codes-in-small-letters',
    what: 'It gives the code of a booking in small letters, which the contract does not have.',
    at: ['createBooking'],
    foundBy: ['body-matches-schema', 'headers-declared'],
    behaviour: remembers(({ nextCode }) => ({ nextCode: () => nextCode().toLowerCase() })),
  },
  {
    name: 'loses-notes',
    what: 'It confirms notes and does not keep them.',
    at: ['readNote', 'writeNote'],
    foundBy: ['created-is-there'],
    behaviour: remembers(() => ({ writeNote: () => undefined })),
  },
  {
    name: 'reads-last-note',
    what: 'It answers with the note that was written last, under whatever name.',
    at: ['readNote', 'writeNote'],
    foundBy: ['read-returns-written'],
    behaviour: remembers(({ writeNote, note }) => {
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
    what: 'It puts what is written behind what was there.',
    at: ['readNote', 'writeNote'],
    foundBy: ['read-returns-written'],
    behaviour: remembers(({ writeNote, note }) => ({
      writeNote: (name, text) => writeNote(name, `${note(name) ?? ''}${text}`),
    })),
  },
  {
    name: 'loses-attachments',
    what: 'It confirms attachments and does not keep them.',
    at: ['addAttachment', 'listAttachments'],
    foundBy: ['list-has-created'],
    behaviour: remembers(() => ({ attach: () => undefined })),
  },
  {
    name: 'keeps-last-attachment',
    what: 'It keeps one attachment for a booking, the latest.',
    at: ['addAttachment', 'listAttachments'],
    foundBy: ['list-has-created'],
    behaviour: remembers(({ attachments }) => ({ attachments: (code) => attachments(code).slice(-1) })),
  },
  {
    name: 'names-attachments-alike',
    what: 'It gives all attachments the same id, which is no UUID.',
    at: ['addAttachment'],
    foundBy: ['body-matches-schema'],
    behaviour: answers('addAttachment', (answer) => {
      return json(201, { ...JSON.parse(String(answer.body)), id: 'attachment' });
    }),
  },
  {
    name: 'forgets-photos',
    what: 'It confirms photos and does not keep them.',
    at: ['uploadPhoto', 'readPhoto'],
    foundBy: ['created-is-there'],
    behaviour: remembers(() => ({ savePhoto: () => undefined })),
  },
]);

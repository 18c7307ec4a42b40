import type { Value } from './http.ts';

export interface Booking {
  readonly code: string;
  readonly status: 'held' | 'paid';
  readonly [field: string]: Value;
}

export interface Attachment {
  readonly id: string;
  readonly [field: string]: Value;
}

/** What a desk remembers; a variant replaces some of it. */
export interface DeskMemory {
  /** In the order of a counter: AAAA01, AAAA02, ... */
  nextCode(): string;
  saveBooking(booking: Booking): void;
  booking(code: string): Booking | undefined;
  removeBooking(code: string): void;
  attach(code: string, attachment: Attachment): void;
  attachments(code: string): readonly Attachment[];
  writeNote(name: string, text: string): void;
  note(name: string): string | undefined;
  savePhoto(id: string, bytes: Buffer): void;
  photo(id: string): Buffer | undefined;
}

/** What is there from the beginning, and cannot be cancelled. */
const firstBooking: Booking = {
  code: 'MOON01',
  status: 'paid',
  performance: 'MO-1969',
  date: '2026-07-20',
  tickets: 1,
  tier: 'stalls',
  seats: [1],
  guest: { name: 'Ada' },
};
const firstPhoto = '5a0c9f0e-6d1b-4c39-9a57-2f6b1c3d4e5f';
const firstNote = ['house-rules', 'Doors close at eight.'] as const;
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export function newMemory(): DeskMemory {
  const bookings = new Map([[firstBooking.code, firstBooking]]);
  const attachments = new Map<string, readonly Attachment[]>();
  const notes = new Map<string, string>([firstNote]);
  const photos = new Map<string, Buffer>([[firstPhoto, pixel]]);
  let count = 0;
  return {
    nextCode: () => codeOf(++count),
    saveBooking: (booking) => void bookings.set(booking.code, booking),
    booking: (code) => bookings.get(code),
    removeBooking: (code) => {
      bookings.delete(code);
      attachments.delete(code);
    },
    attach: (code, attachment) => void attachments.set(code, [...(attachments.get(code) ?? []), attachment]),
    attachments: (code) => attachments.get(code) ?? [],
    writeNote: (name, text) => void notes.set(name, text),
    note: (name) => notes.get(name),
    savePhoto: (id, bytes) => void photos.set(id, bytes),
    photo: (id) => photos.get(id),
  };
}

/** Four letters that count, and two digits. */
function codeOf(count: number): string {
  const high = Math.trunc(count / 100);
  const letters = [3, 2, 1, 0].map((place) => String.fromCharCode(65 + (Math.trunc(high / 26 ** place) % 26)));
  return `${letters.join('')}${String(count % 100).padStart(2, '0')}`;
}

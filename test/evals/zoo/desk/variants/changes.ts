/** Ways to change the right desk that many variants share. */
import type { Variant } from '../../variant.ts';
import type { Desk } from '../desk.ts';
import type { Doors } from '../doors.ts';
import type { Forms } from '../forms.ts';
import type { Memory } from '../memory.ts';
import type { Readers } from '../scalars.ts';
import { type Answer, type Incoming, Interruption } from '../wire.ts';

export type DeskVariant = Variant<Desk>;
export type Change = DeskVariant['behaviour'];

export function reads(change: (right: Readers) => Partial<Readers>): Change {
  return ({ forms }) => ({ forms: { ...forms, read: { ...forms.read, ...change(forms.read) } } });
}

export function takesForms(change: (right: Forms) => Partial<Forms>): Change {
  return ({ forms }) => ({ forms: { ...forms, ...change(forms) } });
}

export function lets(change: (right: Doors) => Partial<Doors>): Change {
  return ({ doors }) => ({ doors: { ...doors, ...change(doors) } });
}

export function remembers(change: (right: Memory) => Partial<Memory>): Change {
  return ({ memory }) => ({
    memory: () => {
      const right = memory();
      return { ...right, ...change(right) };
    },
  });
}

/** Sees the requests of one operation otherwise than they came. */
export function sees(operation: string, change: (request: Incoming) => Incoming): Change {
  return () => ({ seen: (request, of) => (of === operation ? change(request) : request) });
}

/** Answers successes of one operation otherwise. */
export function answers(operation: string, change: (answer: Answer, request: Incoming) => Answer): Change {
  return () => ({ answered: (answer, of, request) => (of === operation ? change(answer, request) : answer) });
}

/** Answers refusals with a status otherwise. */
export function refuses(status: number, change: (answer: Answer) => Answer): Change {
  return ({ refused }) => ({
    refused: (refusal) => (refusal.status === status ? change(refused(refusal)) : refused(refusal)),
  });
}

/** What an uncaught exception in a handler becomes in most frameworks. */
export const crashed: Answer = {
  status: 500,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!DOCTYPE html><title>Internal Server Error</title>',
};

export function crash(): never {
  throw new Interruption(crashed);
}

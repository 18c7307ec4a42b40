/** Carries an attack out, and says what came of it. */
import type { Attack, Opponent } from './attack.ts';
import { get } from './requests.ts';
import type { Answer, Received } from './wire/answers.ts';
import { type Address, openWire, type Wire } from './wire/wire.ts';

export interface Struck {
  readonly statuses: readonly number[];
  readonly leaves: 'open' | 'closed';
  /** All of them, that to the request after it included. */
  readonly answers: readonly Answer[];
  /** What came and is no answer. */
  readonly rest: string;
}

/** Of the last answer that counts; that of the request after it does not. */
export function bodyOf(answers: readonly Answer[], count: number): string {
  return answers[count - 1]?.body.toString('utf8') ?? '';
}

/** Asked for on the same connection afterwards: no other answer names it. */
const PROBE = '/what-comes-next';

export async function strike(address: Address, attack: Attack): Promise<Struck> {
  for (let left = MOST_STRIKES; ; left--) {
    const begun = performance.now();
    const struck = await strikeOnce(address, attack);
    const isLate = performance.now() - begun > SOON_MS;
    const isClosedTooSoon = struck.leaves === 'closed' && attack.gets.leaves === 'open';
    if (!isClosedTooSoon || !isLate || left === 0) return struck;
  }
}

/** A store closes what is idle for five seconds: on a busy machine what comes next may come later than that. */
const SOON_MS = 4_000;
const MOST_STRIKES = 5;

async function strikeOnce(address: Address, { sends, gets }: Attack): Promise<Struck> {
  const wires: Wire[] = [];
  const store = opponentAt(address, wires);
  try {
    const wire = typeof sends === 'function' ? await sends(store) : await written(store, sends);
    await wire.until(() => wire.isClosed() || wire.received().answers.length >= gets.statuses.length);
    return gets.leaves === 'closed' ? await ended(wire) : await probed(wire, gets.statuses.length);
  } finally {
    for (const wire of wires) wire.drop();
  }
}

function opponentAt(address: Address, wires: Wire[]): Opponent {
  const opened = async (to: Address) => {
    const wire = await openWire(to);
    wires.push(wire);
    return wire;
  };
  return { open: () => opened(address), openBare: () => opened({ ...address, tls: false }) };
}

async function written(store: Opponent, bytes: string | Buffer): Promise<Wire> {
  const wire = await store.open();
  await wire.write(bytes);
  return wire;
}

async function ended(wire: Wire): Promise<Struck> {
  const closed = await wire.until(wire.isClosed);
  return struck(wire.received(), closed ? 'closed' : 'open');
}

/** What was smuggled in would be answered before it. */
async function probed(wire: Wire, count: number): Promise<Struck> {
  await wire.write(get(PROBE, 'Connection: close\r\n'));
  await wire.until(wire.isClosed);
  const received = wire.received();
  const last = received.answers.at(-1);
  const isAnswered = received.answers.length > count && last?.body.includes(PROBE) === true;
  return isAnswered
    ? { ...struck(received, 'open'), statuses: statusesOf(received).slice(0, -1) }
    : struck(received, 'closed');
}

function struck(received: Received, leaves: Struck['leaves']): Struck {
  const { answers, rest } = received;
  return { statuses: statusesOf(received), leaves, answers, rest: rest.toString('latin1', 0, 1_000) };
}

function statusesOf({ answers }: Received): readonly number[] {
  return answers.map(({ status }) => status);
}

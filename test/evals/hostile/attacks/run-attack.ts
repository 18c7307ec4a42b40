/** Carries an attack out, and says what came of it. */
import type { Attack, AttackTarget } from './attack.ts';
import { get } from './requests.ts';
import { openConnection, type RawConnection, type StoreAddress } from './wire/connection.ts';
import type { ParsedResponses, RawResponse } from './wire/responses.ts';

export interface AttackResult {
  readonly statuses: readonly number[];
  readonly connection: 'open' | 'closed';
  /** All of them, that to the request after it included. */
  readonly responses: readonly RawResponse[];
  /** What came and is no answer. */
  readonly rest: string;
}

/** Of the last answer that counts; that of the request after it does not. */
export function responseBody(responses: readonly RawResponse[], count: number): string {
  return responses[count - 1]?.body.toString('utf8') ?? '';
}

/** Asked for on the same connection afterwards: no other answer names it. */
const PROBE = '/what-comes-next';

export async function runAttack(address: StoreAddress, attack: Attack): Promise<AttackResult> {
  for (let attemptsLeft = MAX_ATTEMPTS; ; attemptsLeft--) {
    const startedAt = performance.now();
    const result = await runAttackOnce(address, attack);
    const isLate = performance.now() - startedAt > IDLE_LIMIT_MS;
    const isClosedTooSoon = result.connection === 'closed' && attack.expected.connection === 'open';
    if (!isClosedTooSoon || !isLate || attemptsLeft === 0) return result;
  }
}

/** A store closes what is idle for five seconds: on a busy machine what comes next may come later than that. */
const IDLE_LIMIT_MS = 4_000;
const MAX_ATTEMPTS = 5;

async function runAttackOnce(address: StoreAddress, { sends, expected }: Attack): Promise<AttackResult> {
  const connections: RawConnection[] = [];
  const store = createTarget(address, connections);
  try {
    const connection = typeof sends === 'function' ? await sends(store) : await sendBytes(store, sends);
    await connection.until(
      () => connection.isClosed() || connection.received().responses.length >= expected.statuses.length,
    );
    return expected.connection === 'closed'
      ? await waitForClose(connection)
      : await probeConnection(connection, expected.statuses.length);
  } finally {
    for (const connection of connections) connection.destroy();
  }
}

function createTarget(address: StoreAddress, connections: RawConnection[]): AttackTarget {
  const opened = async (to: StoreAddress) => {
    const connection = await openConnection(to);
    connections.push(connection);
    return connection;
  };
  return { open: () => opened(address), openWithoutTls: () => opened({ ...address, tls: false }) };
}

async function sendBytes(store: AttackTarget, bytes: string | Buffer): Promise<RawConnection> {
  const connection = await store.open();
  await connection.write(bytes);
  return connection;
}

async function waitForClose(connection: RawConnection): Promise<AttackResult> {
  const closed = await connection.until(connection.isClosed);
  return toResult(connection.received(), closed ? 'closed' : 'open');
}

/** What was smuggled in would be answered before it. */
async function probeConnection(connection: RawConnection, count: number): Promise<AttackResult> {
  await connection.write(get(PROBE, 'Connection: close\r\n'));
  await connection.until(connection.isClosed);
  const received = connection.received();
  const last = received.responses.at(-1);
  const isAnswered = received.responses.length > count && last?.body.includes(PROBE) === true;
  return isAnswered
    ? { ...toResult(received, 'open'), statuses: statusesOf(received).slice(0, -1) }
    : toResult(received, 'closed');
}

function toResult(received: ParsedResponses, leaves: AttackResult['connection']): AttackResult {
  const { responses, rest } = received;
  return {
    statuses: statusesOf(received),
    connection: leaves,
    responses,
    rest: rest.toString('latin1', 0, 1_000),
  };
}

function statusesOf({ responses }: ParsedResponses): readonly number[] {
  return responses.map(({ status }) => status);
}
